// What the legend lets through: things by type, role, relation and change; what papers say by year,
// venue and score. A concept or a link is shown while one paper that counts says so.

class Filters {
  constructor(data) {
    this.data = data;
    this.set(readAddress(""));
  }

  set({ hidden, papers, from, to, score }) {
    const { years, venues } = this.data;
    const roles = Object.keys(this.data.roles);
    this.hidden = hidden;
    this.papers = papers;
    this.score = score;
    this.roles = [...roles, null].map((role) => !hidden.has(`role:${role}`));
    this.venues = [...venues, null].map((_, index) => !hidden.has(`venue:${index}`));
    this.years = years.map((year) => (from === null || year >= from) && (to === null || year <= to));
    this.ageless = from === null && to === null; // a paper without a year counts
  }

  counts(year, venue, score = 100) {
    return (year < 0 ? this.ageless : this.years[year]) && this.venues[venue] && score >= this.score;
  }

  concept({ group, said, change }) {
    if (this.hidden.has(`type:${group}`) || this.hidden.has(`change:${change}`)) return false;
    if (!said.length) return true;
    for (let at = 0; at < said.length; at += 4) {
      if ((said[at] < 0 || this.roles[said[at]]) && this.counts(said[at + 1], said[at + 2], said[at + 3])) return true;
    }
    return false;
  }

  paper({ at: [year, venue] }) {
    return this.papers && this.counts(year, venue);
  }

  line({ relation, role, said, change }) {
    if (role) return !this.hidden.has(`role:${role}`);
    if (this.hidden.has(`relation:${relation}`) || this.hidden.has(`change:${change}`)) return false;
    if (!said.length) return true;
    for (let at = 0; at < said.length; at += 3) if (this.counts(said[at], said[at + 1], said[at + 2])) return true;
    return false;
  }
}
