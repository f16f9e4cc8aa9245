import type { IMemoryObservation } from '../contract';
import { keepableObservation } from './keepable-observation';

const SECRET = 'Jane Doe, SSN 123-45-6789, project/.env';
const TOOLS = ['read_file', SECRET, 'mcp-weather_now'];
const base = { id: '1', domain: '', typed: '', time: 1, success: true };
const planned: IMemoryObservation = {
  ...base,
  kind: 'plan',
  task: 'Load',
  steps: [{ title: 'Load', tools: TOOLS }],
  edited: false
};
const worked: IMemoryObservation = {
  ...base,
  kind: 'workflow',
  category: 'Load',
  steps: [],
  tools: TOOLS
};
const called = (tool: string): IMemoryObservation => ({
  ...base,
  kind: 'tool',
  step: 'Load',
  tool,
  ms: 1,
  arguments: {}
});
const answered = (typed: string): IMemoryObservation => ({
  ...base,
  typed,
  kind: 'clarification',
  task: 'Load',
  answers: [{ question: 'Which?', answer: 'SSN 123-45-6789' }],
  before: 0,
  after: 1,
  reused: false
});

it.each<[string, IMemoryObservation, object | null]>([
  [
    'a plan has no name of a tool that does not exist',
    planned,
    { steps: [{ tools: ['read_file', 'mcp-weather_now'] }] }
  ],
  ['nor has a workflow', worked, { tools: ['read_file', 'mcp-weather_now'] }],
  ['nothing is kept of a call of such a tool', called(SECRET), null],
  ['a call of another is', called('read_file'), { tool: 'read_file' }],
  [
    'an answer has no values that nobody typed',
    answered('Load'),
    { answers: [{ answer: 'SSN …' }] }
  ],
  [
    'an answer has those that the person typed',
    answered('SSN 123-45-6789'),
    { answers: [{ answer: 'SSN 123-45-6789' }] }
  ]
])('%s', (_, seen, stored) => {
  const privacy = { isDenied: (path: string) => path.endsWith('.env') };
  const found = keepableObservation(seen, privacy, name => name !== SECRET);
  if (stored === null) {
    expect(found).toBeNull();
  } else {
    expect(found).toMatchObject(stored);
  }
});
