"use strict";

// What the canvas shows besides nodes and lines: names, and the regions of communities.

const FONT = 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif';
const LABEL_SIZE = [11, 17]; // pixels on the screen, at every zoom
const RADIUS = [6, 24]; // of the nodes that bear the smallest and the largest label
const LONGEST = 42; // letters of a label

// Where a node's name goes, under it and inside the frame, and the box that it fills.
function placeLabel(context, { name, size: radius }, { x, y }, { scale, frame, strong }) {
  const share = Math.min(1, Math.max(0, (radius - RADIUS[0]) / (RADIUS[1] - RADIUS[0])));
  const height = (LABEL_SIZE[0] + (LABEL_SIZE[1] - LABEL_SIZE[0]) * share) / scale;
  const font = `${strong || share > 0.5 ? 600 : 400} ${height}px ${FONT}`;
  const letters = Array.from(name);
  const text = letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join("")}…` : name;
  context.font = font;
  const air = 5 / scale;
  const half = context.measureText(text).width / 2 + air;
  const seen = x > frame.left && x < frame.right;
  const middle = seen ? Math.max(frame.left + half, Math.min(frame.right - half, x)) : x;
  const top = y + radius + 2 / scale;
  return { text, font, scale, x: middle, top, box: [middle - half, top - air / 2, middle + half, top + height + air] };
}

function writeLabel(context, { text, font, scale, x, top }, theme) {
  context.save();
  context.font = font;
  context.textAlign = "center";
  context.textBaseline = "top";
  context.lineJoin = "round";
  context.lineWidth = 3.5 / scale;
  context.strokeStyle = theme.ground;
  context.strokeText(text, x, top);
  context.fillStyle = theme.ink;
  context.fillText(text, x, top);
  context.restore();
}

// A soft-edged hull around some points.
function fillRegion(context, points, fill) {
  context.save();
  context.lineJoin = "round";
  context.lineWidth = 50;
  context.fillStyle = context.strokeStyle = fill;
  context.beginPath();
  hull(points).forEach(({ x, y }) => context.lineTo(x, y));
  context.closePath();
  context.fill();
  context.stroke();
  context.restore();
}

function overlaps([left, top, right, bottom], [otherLeft, otherTop, otherRight, otherBottom]) {
  return left < otherRight && otherLeft < right && top < otherBottom && otherTop < bottom;
}

// The convex hull of some points, by Andrew's monotone chain.
function hull(points) {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (input) => {
    const chain = [];
    for (const point of input) {
      while (chain.length > 1 && turn(chain.at(-2), chain.at(-1), point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return half(sorted).concat(half(sorted.reverse()));
}

function turn(a, b, c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}
