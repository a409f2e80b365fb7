"""How the letters of a drawn board look: their size on the screen, their contrast, and what is over
them."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

# Labels are the names of places; every other text of the board counts for its size only. The ground
# of a label is the edge that is drawn around its letters, or the last shape below its middle.
LOOK = """() => {
    const LABELS = '.code, .plate .name, .space .name, .owners text, .names .name, .sea-name';
    const UNITS = '.piece .body, .tile .face, .counter rect, .marker .shape, .unit path, .hull';
    const board = document.querySelector('svg.board');
    const frame = document.querySelector('.window').getBoundingClientRect();
    const shown = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const middle = (e) => {
        const { left, right, top, bottom } = e.getBoundingClientRect();
        return { x: (left + right) / 2, y: (top + bottom) / 2 };
    };
    const isInside = ({ x, y }) =>
        x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
    const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const rgba = (colour) => {
        pen.clearRect(0, 0, 1, 1);
        pen.fillStyle = colour;
        pen.fillRect(0, 0, 1, 1);
        return [...pen.getImageData(0, 0, 1, 1).data].map((part) => part / 255);
    };
    const light = (colour) => {
        const linear = (c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
        const [r, g, b] = colour.map(linear);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (a, b) => {
        const [dark, bright] = [light(a), light(b)].sort((x, y) => x - y);
        return (bright + 0.05) / (dark + 0.05);
    };
    const shapes = [...board.querySelectorAll('path, rect, circle')].filter(shown).map((shape) => {
        const style = getComputedStyle(shape);
        return { shape, box: shape.getBoundingClientRect(), fill: style.fill,
            opacity: Number(style.fillOpacity) };
    }).filter(({ fill }) => fill !== 'none' && !fill.startsWith('url'));
    const holds = ({ shape, box }, { x, y }) => {
        if (x < box.left || x > box.right || y < box.top || y > box.bottom) return false;
        const point = new DOMPoint(x, y).matrixTransform(shape.getScreenCTM().inverse());
        return shape.isPointInFill(point);
    };
    const isBefore = (a, b) =>
        Boolean(a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING);
    const groundOf = (text, at) => shapes
        .filter(({ shape }) => isBefore(shape, text)).filter((each) => holds(each, at))
        .reduce((below, { fill, opacity }) => {
            const [r, g, b, a] = rgba(fill);
            return [r, g, b].map((part, i) => part * a * opacity + below[i] * (1 - a * opacity));
        }, [1, 1, 1]);
    const units = shapes.filter(({ shape }) => shape.matches(UNITS));
    const found = { texts: 0, labels: 0, small: [], pale: [], covered: [] };
    for (const text of board.querySelectorAll('text')) {
        const words = text.textContent.trim();
        const at = middle(text);
        if (!words || !shown(text) || !isInside(at)) continue;
        found.texts += 1;
        const style = getComputedStyle(text);
        const { a, b } = text.getScreenCTM();
        const scale = Math.hypot(a, b);
        const size = parseFloat(style.fontSize) * scale;
        if (size < 9.99) found.small.push(`${words}: ${size.toFixed(1)}`);
        if (!text.matches(LABELS)) continue;
        found.labels += 1;
        const edged = style.paintOrder.startsWith('stroke') && style.stroke !== 'none' &&
            parseFloat(style.strokeWidth) * scale >= 1.2 && Number(style.strokeOpacity) >= 0.7;
        const ground = edged ? rgba(style.stroke).slice(0, 3) : groundOf(text, at);
        const ratio = contrast(rgba(style.fill).slice(0, 3), ground);
        if (ratio < 4.5) found.pale.push(`${words}: ${ratio.toFixed(1)}`);
        if (units.some((unit) => holds(unit, at))) found.covered.push(words);
    }
    return found;
}"""


def look(page: Page) -> dict[str, Any]:
    """Count the texts and labels in view, and list those that cannot be read."""
    found: dict[str, Any] = page.evaluate(LOOK)
    return found
