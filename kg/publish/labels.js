// Names beside the marks: as many as fit without meeting one another or hiding a mark of weight.

const FONT = 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif';
const LABEL_SIZE = [11, 17]; // pixels on the screen, at every zoom
const RADIUS = [6, 24]; // of the marks that bear the smallest and the largest label
const LONGEST = 42; // letters of a label
const SEEN = 2.5; // pixels on the screen: the radius from which a mark is worth keeping clear
const HIDDEN = 0.7; // of the size of its own mark: what a name may hide
const CELL = 120; // pixels on the screen: the grid in which what is near is looked up

// The boxes that are taken, looked up by place.
class Boxes {
  constructor(scale) {
    this.size = CELL / scale;
    this.cells = new Map();
  }

  *keys([left, top, right, bottom]) {
    for (let x = Math.floor(left / this.size); x * this.size <= right; x += 1) {
      for (let y = Math.floor(top / this.size); y * this.size <= bottom; y += 1) yield x * 65537 + y;
    }
  }

  add(box, size = 0) {
    for (const key of this.keys(box)) {
      if (!this.cells.has(key)) this.cells.set(key, []);
      this.cells.get(key).push({ box, size });
    }
  }

  // The size of the largest thing that the box would hide; -1 when it is free.
  hides(box) {
    let most = -1;
    for (const key of this.keys(box)) {
      for (const other of this.cells.get(key) ?? []) if (other.size > most && overlaps(box, other.box)) most = other.size;
    }
    return most;
  }
}

const widths = new Map(); // of texts at 100 pixels, since measuring is slow

function widthOf(context, text, weight) {
  const key = `${weight} ${text}`;
  if (!widths.has(key)) {
    context.font = `${weight} 100px ${FONT}`;
    widths.set(key, context.measureText(text).width / 100);
  }
  return widths.get(key);
}

function shorten(name) {
  const letters = Array.from(name);
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join("")}…` : name;
}

// The size of a name, which grows with its mark; `strong` ones are the largest.
function labelStyle(context, { name, size }, scale, strong) {
  const share = Math.min(1, Math.max(0, (size - RADIUS[0]) / (RADIUS[1] - RADIUS[0])));
  const height = (LABEL_SIZE[0] + (LABEL_SIZE[1] - LABEL_SIZE[0]) * (strong ? Math.max(share, 0.45) : share)) / scale;
  const weight = strong || share > 0.5 ? 600 : 400;
  const text = shorten(name);
  return { text, height, weight, font: `${weight} ${height}px ${FONT}`, width: height * widthOf(context, text, weight) };
}

// Under the mark, beside it or above it: [left, top] of the text, the best place first.
function placesFor({ width, height }, radius, { x, y }, scale) {
  const gap = 3 / scale;
  const centred = x - width / 2;
  const middle = y - height / 2;
  return [
    [centred, y + radius + gap],
    [x + radius + gap, middle],
    [x - radius - gap - width, middle],
    [centred, y - radius - gap - height],
  ];
}

function boxOf([left, top], { width, height }, scale) {
  const air = 3 / scale;
  return [left - air, top - air / 2, left + width + air, top + height + air / 2];
}

const overlaps = ([left, top, right, bottom], [otherLeft, otherTop, otherRight, otherBottom]) =>
  left < otherRight && otherLeft < right && top < otherBottom && otherTop < bottom;

// The marks that names must not hide: those that are seen as more than a dot.
function obstacles(marks, scale) {
  const boxes = new Boxes(scale);
  for (const { x, y, size } of marks) {
    if (size * scale >= SEEN) boxes.add([x - size, y - size, x + size, y + size], size);
  }
  return boxes;
}

// Labels for marks in the order of their weight. A name may hide marks much smaller than its own, one
// that is needed any mark; never another name.
function placeLabels(context, marks, { scale, frame, isStrong, isNeeded }) {
  const [names, kept] = [new Boxes(scale), obstacles(marks, scale)];
  const labels = [];
  for (const mark of marks) {
    const style = labelStyle(context, mark, scale, isStrong(mark.id));
    const places = placesFor(style, mark.size, mark, scale).map(([left, top]) => [inside(left, style.width, mark.x, frame), top]);
    const free = places.map((place) => [place, boxOf(place, style, scale)]).filter(([, box]) => names.hides(box) < 0);
    const [found] = free.map(([place, box]) => ({ place, box, cost: kept.hides(box) })).sort((a, b) => a.cost - b.cost);
    if (!found || (found.cost > HIDDEN * mark.size && !isNeeded(mark.id))) continue;
    const { place: [left, top], box } = found;
    names.add(box);
    labels.push({ ...style, id: mark.id, scale, left, top, box });
  }
  return labels;
}

// A name that begins on the screen also ends there.
function inside(left, width, x, frame) {
  if (x < frame.left || x > frame.right) return left;
  return Math.max(frame.left, Math.min(frame.right - width, left));
}

function writeLabel(context, { text, font, scale, left, top }, theme) {
  context.save();
  context.font = font;
  context.textBaseline = "top";
  context.lineJoin = "round";
  context.lineWidth = 3.5 / scale;
  context.strokeStyle = theme.ground;
  context.strokeText(text, left, top);
  context.fillStyle = theme.ink;
  context.fillText(text, left, top);
  context.restore();
}
