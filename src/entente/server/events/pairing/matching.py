"""Minimum-cost perfect matching in a general graph: Edmonds' blossom algorithm in O(n^3).

Costs are integers of any size, so that criteria in order of importance are digits of one number.
Vertices are numbered from 1 inside; blossoms follow them. Labels are doubled to stay integers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

Cost = Callable[[int, int], int]
OUTER, INNER, UNSEEN = 0, 1, -1


class _Edge(NamedTuple):
    u: int
    v: int
    weight: int


def least_cost_pairs(count: int, cost: Cost) -> list[tuple[int, int]]:
    """Return the perfect matching of vertices 0 to count - 1 with the least sum of costs.

    Raise ValueError for an odd number of vertices. Costs must not be negative.
    """
    if count % 2:
        raise ValueError("an odd number of vertices has no perfect matching")
    if not count:
        return []
    costs = {(i, j): cost(i, j) for i in range(count) for j in range(i + 1, count)}
    # Every edge more outweighs any cost, so the matching of most weight is perfect.
    base = (max(costs.values()) + 1) * (count // 2 + 1)
    weights = [[0] * count for _ in range(count)]
    for (i, j), each in costs.items():
        weights[i][j] = weights[j][i] = base - each
    return _Blossoms(weights).pairs()


class _Blossoms:
    """The state of the algorithm."""

    def __init__(self, weights: list[list[int]]) -> None:
        n = self.n = len(weights)
        size = n + n // 2 + 2
        self.used = n  # vertices and blossoms so far
        self.edges = [[_Edge(u, v, 0) for v in range(size)] for u in range(size)]
        for u in range(n):
            for v in range(n):
                self.edges[u + 1][v + 1] = _Edge(u + 1, v + 1, weights[u][v])
        self.labels = [0] * size
        self.match = [0] * size
        self.slack = [0] * size
        self.top = list(range(n + 1)) + [0] * (size - n - 1)  # the outermost blossom of each
        self.parent = [0] * size
        self.within = [[0] * (n + 1) for _ in range(size)]
        self.kind = [UNSEEN] * size
        self.visited = [0] * size
        self.visit = 0
        self.petals: list[list[int]] = [[] for _ in range(size)]
        self.queue: deque[int] = deque()
        most = max(max(row) for row in weights)
        for u in range(1, n + 1):
            self.within[u][u] = u
            self.labels[u] = most

    def pairs(self) -> list[tuple[int, int]]:
        while self._augment_once():
            pass
        return [(u - 1, v - 1) for u, v in enumerate(self.match[: self.n + 1]) if 0 < u < v]

    def _gap(self, edge: _Edge) -> int:
        """Return by how much the labels of an edge exceed its weight."""
        exact = self.edges[edge.u][edge.v].weight
        return self.labels[edge.u] + self.labels[edge.v] - 2 * exact

    def _update_slack(self, u: int, x: int) -> None:
        least = self.slack[x]
        if not least or self._gap(self.edges[u][x]) < self._gap(self.edges[least][x]):
            self.slack[x] = u

    def _set_slack(self, x: int) -> None:
        self.slack[x] = 0
        for u in range(1, self.n + 1):
            if self.edges[u][x].weight and self.top[u] != x and self.kind[self.top[u]] == OUTER:
                self._update_slack(u, x)

    def _push(self, x: int) -> None:
        if x <= self.n:
            self.queue.append(x)
        else:
            for petal in self.petals[x]:
                self._push(petal)

    def _set_top(self, x: int, blossom: int) -> None:
        self.top[x] = blossom
        if x > self.n:
            for petal in self.petals[x]:
                self._set_top(petal, blossom)

    def _even_index(self, blossom: int, petal: int) -> int:
        """Return the place of a petal, after turning the blossom so that it is even."""
        petals = self.petals[blossom]
        place = petals.index(petal)
        if place % 2:
            petals[1:] = petals[:0:-1]
            return len(petals) - place
        return place

    def _set_match(self, u: int, v: int) -> None:
        edge = self.edges[u][v]
        self.match[u] = edge.v
        if u <= self.n:
            return
        petal = self.within[u][edge.u]
        place = self._even_index(u, petal)
        petals = self.petals[u]
        for i in range(place):
            self._set_match(petals[i], petals[i ^ 1])
        self._set_match(petal, v)
        petals[:] = petals[place:] + petals[:place]

    def _augment(self, u: int, v: int) -> None:
        while True:
            following = self.top[self.match[u]]
            self._set_match(u, v)
            if not following:
                return
            self._set_match(following, self.top[self.parent[following]])
            u, v = self.top[self.parent[following]], following

    def _common(self, u: int, v: int) -> int:
        """Return where the paths of two outer vertices to their roots meet; 0: nowhere."""
        self.visit += 1
        while u or v:
            if u:
                if self.visited[u] == self.visit:
                    return u
                self.visited[u] = self.visit
                u = self.top[self.match[u]]
                if u:
                    u = self.top[self.parent[u]]
            u, v = v, u
        return 0

    def _path(self, start: int, end: int) -> list[int]:
        path: list[int] = []
        x = start
        while x != end:
            y = self.top[self.match[x]]
            path += [x, y]
            self._push(y)
            x = self.top[self.parent[y]]
        return path

    def _add_blossom(self, u: int, root: int, v: int) -> None:
        b = self.n + 1
        while b <= self.used and self.top[b]:
            b += 1
        self.used = max(self.used, b)
        self.labels[b], self.kind[b], self.match[b] = 0, OUTER, self.match[root]
        first = self._path(u, root)
        self.petals[b] = [root, *reversed(first), *self._path(v, root)]
        self._set_top(b, b)
        edges = self.edges
        for x in range(1, self.used + 1):
            edges[b][x] = edges[b][x]._replace(weight=0)
            edges[x][b] = edges[x][b]._replace(weight=0)
        self.within[b] = [0] * (self.n + 1)
        for petal in self.petals[b]:
            for x in range(1, self.used + 1):
                if not edges[b][x].weight or self._gap(edges[petal][x]) < self._gap(edges[b][x]):
                    edges[b][x], edges[x][b] = edges[petal][x], edges[x][petal]
            for x in range(1, self.n + 1):
                if self.within[petal][x]:
                    self.within[b][x] = petal
        self._set_slack(b)

    def _expand(self, b: int) -> None:
        petals = self.petals[b]
        for petal in petals:
            self._set_top(petal, petal)
        entered = self.within[b][self.edges[b][self.parent[b]].u]
        place = self._even_index(b, entered)
        for i in range(0, place, 2):
            inner, outer = petals[i], petals[i + 1]
            self.parent[inner] = self.edges[outer][inner].u
            self.kind[inner], self.kind[outer] = INNER, OUTER
            self.slack[inner] = 0
            self._set_slack(outer)
            self._push(outer)
        self.kind[entered], self.parent[entered] = INNER, self.parent[b]
        for petal in petals[place + 1 :]:
            self.kind[petal] = UNSEEN
            self._set_slack(petal)
        self.top[b] = 0

    def _found(self, edge: _Edge) -> bool:
        """Use an edge without a gap; return whether it completed an augmenting path."""
        u, v = self.top[edge.u], self.top[edge.v]
        if self.kind[v] == UNSEEN:
            self.parent[v], self.kind[v] = edge.u, INNER
            partner = self.top[self.match[v]]
            self.slack[v] = self.slack[partner] = 0
            self.kind[partner] = OUTER
            self._push(partner)
        elif self.kind[v] == OUTER:
            root = self._common(u, v)
            if not root:
                self._augment(u, v)
                self._augment(v, u)
                return True
            self._add_blossom(u, root, v)
        return False

    def _tops(self, first: int = 1) -> list[int]:
        return [x for x in range(first, self.used + 1) if self.top[x] == x]

    def _augment_once(self) -> bool:
        """Match two vertices more; return whether there were any."""
        for x in range(len(self.kind)):
            self.kind[x], self.slack[x] = UNSEEN, 0
        self.queue.clear()
        for x in self._tops():
            if not self.match[x]:
                self.parent[x], self.kind[x] = 0, OUTER
                self._push(x)
        if not self.queue:
            return False
        while True:
            if self._grow() or self._adjust():
                return True

    def _grow(self) -> bool:
        while self.queue:
            u = self.queue.popleft()
            if self.kind[self.top[u]] == INNER:
                continue
            for v in range(1, self.n + 1):
                edge = self.edges[u][v]
                if edge.weight and self.top[u] != self.top[v]:
                    if self._gap(edge):
                        self._update_slack(u, self.top[v])
                    elif self._found(edge):
                        return True
        return False

    def _adjust(self) -> bool:
        """Change the labels until another edge has no gap."""
        steps = [self.labels[b] // 2 for b in self._tops(self.n + 1) if self.kind[b] == INNER]
        for x in self._tops():
            if self.slack[x] and self.kind[x] != INNER:
                gap = self._gap(self.edges[self.slack[x]][x])
                steps.append(gap if self.kind[x] == UNSEEN else gap // 2)
        step = min(steps)
        for u in range(1, self.n + 1):
            kind = self.kind[self.top[u]]
            self.labels[u] += step if kind == INNER else -step if kind == OUTER else 0
        for b in self._tops(self.n + 1):
            kind = self.kind[b]
            self.labels[b] += 2 * step if kind == OUTER else -2 * step if kind == INNER else 0
        self.queue.clear()
        for x in self._tops():
            least = self.slack[x]
            if self.top[x] == x and least and self.top[least] != x:
                edge = self.edges[least][x]
                if not self._gap(edge) and self._found(edge):
                    return True
        for b in self._tops(self.n + 1):
            if self.kind[b] == INNER and not self.labels[b]:
                self._expand(b)
        return False
