/** What a part of a template can hold. */
export const PART_TYPES = [
  'text',
  'number',
  'date',
  'yes-no',
  'choice',
  'list',
  'table',
  'figure',
  'section'
] as const;
