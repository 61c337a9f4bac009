// The regions of communities: soft-edged hulls around their marks.

const REGION_EDGE = 50; // width of the stroke that rounds a hull off

function fillRegion(context, points, fill) {
  context.save();
  context.lineJoin = "round";
  context.lineWidth = REGION_EDGE;
  context.fillStyle = context.strokeStyle = fill;
  context.beginPath();
  hull(points).forEach(({ x, y }) => context.lineTo(x, y));
  context.closePath();
  context.fill();
  context.stroke();
  context.restore();
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
