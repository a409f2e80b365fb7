/** Finding what is to be read: sections of the rules by their number. */

export interface Section {
  number: string;
  depth: number;
  title: string;
  text: string;
}

export interface RuleText {
  title: string;
  sections: Section[];
}

export interface CardText {
  id: string;
  kind: string;
  name: string;
  year: string;
  text: string;
  note: string;
}

/** The section with a number and those below it; if there is none, the nearest above. */
export function sectionFor(sections: Section[], number: string): Section[] {
  const found = sections.filter(
    (section) => section.number === number || section.number.startsWith(`${number}.`),
  );
  if (found.length || !number.includes('.')) return found;
  return sectionFor(sections, number.slice(0, number.lastIndexOf('.')));
}
