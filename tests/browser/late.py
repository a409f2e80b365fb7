"""Answers of the server that come to a page later than those to what it asked after them."""

from __future__ import annotations

from re import Pattern

from playwright.sync_api import APIResponse, Page, Route

from tests.browser.people import PATIENCE, POLL


class Late:
    """The next request to such an address: what the server answers to it now, or (`asked` late)
    when it hears of it, the page learns when that `arrives`."""

    def __init__(self, page: Page, address: Pattern[str], *, asked: bool = False) -> None:
        self.page = page
        self.asked_late = asked
        self.route: Route | None = None
        self.answer: APIResponse | None = None
        page.route(address, self._hold, times=1)

    def _hold(self, route: Route) -> None:
        if not self.asked_late:
            self.answer = route.fetch()
        self.route = route

    def wait(self) -> None:
        """Until the page has asked, and the server has answered."""
        for _ in range(PATIENCE // POLL):
            if self.route is not None:
                return
            self.page.wait_for_timeout(POLL)
        raise AssertionError("the page has not asked")

    def arrives(self) -> None:
        """… at the page, which has taken note of it."""
        self.wait()
        route = self.route
        assert route is not None
        with self.page.expect_response(route.request.url) as response:
            if self.answer is None:
                route.continue_()
            else:
                route.fulfill(response=self.answer)
        response.value.finished()
        self.page.evaluate("new Promise((done) => setTimeout(done, 200))")
