"""Accounts over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Cookie, Depends, Response
from pydantic import BaseModel, Field
from sqlalchemy.orm import Session

from entente.server import accounts
from entente.server.desk import COOKIE, Desk, Json, MaybeVisitor, OneDesk, OneSession, SomeVisitor
from entente.server.limits import limited
from entente.server.models import User
from entente.server.settings import SESSION_DAYS

router = APIRouter(prefix="/api", tags=["accounts"])


class Guest(BaseModel):
    name: Annotated[str, Field(max_length=200)]
    language: Annotated[str, Field(max_length=2)] = "en"


class Registration(BaseModel):
    name: Annotated[str, Field(max_length=200)]
    password: Annotated[str, Field(max_length=400)]
    email: Annotated[str, Field(max_length=200)] | None = None


class Credentials(BaseModel):
    name: Annotated[str, Field(max_length=200)]
    password: Annotated[str, Field(max_length=400)]


def described(user: User, csrf: str) -> Json:
    """What a visitor may know of himself; `csrf` goes with every unsafe request."""
    return {
        "id": user.id,
        "name": user.name,
        "guest": user.guest,
        "email": user.email,
        "language": user.language,
        "csrf": csrf,
    }


def _let_in(desk: Desk, session: Session, response: Response, user: User) -> Json:
    secret, login = accounts.log_in(session, user)
    response.set_cookie(
        COOKIE,
        secret,
        max_age=SESSION_DAYS * accounts.DAY,
        httponly=True,
        samesite="lax",
        secure=desk.settings.secure,
    )
    return described(user, login.csrf)


@router.post("/guest", status_code=201, dependencies=[Depends(limited(60, 600, "guest"))])
def guest(body: Guest, desk: OneDesk, session: OneSession, response: Response) -> Json:
    """Begin at once: a name is enough."""
    user = accounts.new_guest(session, body.name, body.language)
    return _let_in(desk, session, response, user)


@router.post("/register")
def register(body: Registration, who: SomeVisitor, session: OneSession) -> Json:
    """Keep one's games under a name and a password."""
    accounts.register(session, who.user, body.name, body.password, body.email)
    return described(who.user, who.csrf)


@router.post("/login", dependencies=[Depends(limited(10, 300, "login"))])
def login(body: Credentials, desk: OneDesk, session: OneSession, response: Response) -> Json:
    user = accounts.authenticate(session, body.name, body.password)
    return _let_in(desk, session, response, user)


@router.post("/logout", status_code=204)
def logout(
    who: SomeVisitor,
    session: OneSession,
    response: Response,
    entente_session: Annotated[str, Cookie()],
) -> None:
    accounts.log_out(session, entente_session)
    response.delete_cookie(COOKIE)


@router.get("/me")
def me(who: MaybeVisitor) -> Json | None:
    """Who one is; null for somebody who has not given a name."""
    return described(who.user, who.csrf) if who else None


@router.get("/me/export")
def export(who: SomeVisitor, session: OneSession) -> Json:
    """Everything stored of oneself."""
    return accounts.export(session, who.user)


@router.delete("/me", status_code=204)
def erase(who: SomeVisitor, session: OneSession, response: Response) -> None:
    """Delete one's account."""
    accounts.erase(session, who.user)
    response.delete_cookie(COOKIE)
