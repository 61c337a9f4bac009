// The neighbourhood of one concept: who is within a step or two, and where they stand around it.

const MOST = [36, 60]; // marks at one step and at two: more make a picture unreadable

// The step at which each is reached, nearest and best supported first, and how many were too many.
// `linesOf` gives the lines of a mark.
function hood(centre, hops, linesOf) {
  const steps = new Map([[centre, 0]]);
  let reached = [centre];
  let left = 0;
  for (let step = 1; step <= hops; step += 1) {
    const found = new Map();
    reached.forEach((id) => linesOf(id).forEach(({ from, to, support }) => {
      const other = from === id ? to : from;
      if (!steps.has(other)) found.set(other, (found.get(other) ?? 0) + support);
    }));
    left += Math.max(0, found.size - MOST[step - 1]);
    reached = [...found].sort(([a, x], [b, y]) => y - x || rank(a) - rank(b)).slice(0, MOST[step - 1]).map(([id]) => id);
    reached.forEach((id) => steps.set(id, step));
  }
  return { steps, left };
}

// Concepts by importance, papers after them.
const rank = (id) => (typeof id === "number" ? id : Number(id.slice(1)) + 1e6);

// Rings around the centre. Marks of one relation stand together, those a step further behind the one they hang on.
function rings(steps, linesOf) {
  const [centre] = steps.keys();
  const anchor = new Map();
  const inner = [...steps.keys()].filter((id) => steps.get(id) === 1);
  const relation = new Map(linesOf(centre).map(({ from, to, relation, role }) => [from === centre ? to : from, `${from === centre}${relation ?? role}`]));
  inner.sort((a, b) => order(relation.get(a), relation.get(b)) || rank(a) - rank(b));
  inner.forEach((id, place) => linesOf(id).forEach(({ from, to }) => {
    const other = from === id ? to : from;
    if (steps.get(other) === 2 && !anchor.has(other)) anchor.set(other, place);
  }));
  const outer = [...anchor.keys()].sort((a, b) => anchor.get(a) - anchor.get(b) || rank(a) - rank(b));
  const near = Math.max(150, inner.length * 13);
  return new Map([[centre, { x: 0, y: 0 }], ...circle(inner, near), ...circle(outer, Math.max(near + 150, outer.length * 15))]);
}

const order = (a = "", b = "") => (a < b ? -1 : Number(a > b));

// Every second one a little further out, so that neighbouring names do not meet; wider than high, as words are.
function circle(ids, radius) {
  return ids.map((id, place) => {
    const angle = (2 * Math.PI * place) / ids.length - Math.PI / 2;
    const reach = radius * (place % 2 && ids.length > 12 ? 1.22 : 1);
    return [id, { x: Math.round(1.5 * reach * Math.cos(angle)), y: Math.round(reach * Math.sin(angle)) }];
  });
}
