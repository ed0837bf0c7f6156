/** Records of examples/people in which a scan finds something of every kind but growth; more make the entity grow. */
const person = (id: string, more: object) => ({ id, firstName: 'Ada', lastName: 'Byron', ...more });

/** An entity of two parts, which one shared telephone holds together. */
export const bridgedPeople: readonly object[] = [
  person('left-1', { email: 'ada@left.example', phone: '07700 900501' }),
  person('left-2', { email: 'ada@left.example' }),
  person('left-3', { email: 'ada@left.example' }),
  person('right-1', { email: 'ada@right.example', phone: '07700 900501' }),
  person('right-2', { email: 'ada@right.example' }),
  person('right-3', { email: 'ada@right.example' }),
];

/** People of no relation to each other who share a placeholder of an address, and others who do not. */
export const placeholderPeople: readonly object[] = Array.from({ length: 90 }, (_, index) => ({
  id: `placeholder-${index}`,
  firstName: `First${index}`,
  lastName: `Family${index}`,
  // Each has a birthday of its own, so that no rule links two of them.
  dateOfBirth: `${1910 + index}-02-03`,
  email: index < 24 ? 'none@example.com' : `person${index}@example.com`,
}));

/** Records that join the entity of {@link bridgedPeople}. */
export const furtherPeople: readonly object[] = Array.from({ length: 8 }, (_, index) =>
  person(`more-${index}`, { email: 'ada@left.example' }),
);
