import { keepableObservation } from './keepable-observation';

const PRIVACY = { isDenied: (path: string) => path.endsWith('.env') };
const base = { id: '1', domain: '', typed: '', time: 1 };
const SECRET = 'Jane Doe, SSN 123-45-6789, project/.env';

describe('what is kept', () => {
  it('has no name of a tool that cannot be one', () => {
    const tools = ['read_file', SECRET, '.env', 'mcp-weather_now'];
    const stored = [
      keepableObservation(
        {
          ...base,
          kind: 'plan',
          task: 'Load',
          steps: [{ title: 'Load', tools }],
          edited: false,
          success: true
        },
        PRIVACY
      ),
      keepableObservation(
        {
          ...base,
          kind: 'workflow',
          category: 'Load',
          steps: [],
          tools,
          success: true
        },
        PRIVACY
      )
    ];
    const good = ['read_file', 'mcp-weather_now'];
    expect(stored).toMatchObject([
      { steps: [{ tools: good }] },
      { tools: good }
    ]);
  });

  it('is nothing of a call of such a tool', () => {
    const of = (tool: string) =>
      keepableObservation(
        {
          ...base,
          kind: 'tool',
          step: 'Load',
          tool,
          success: true,
          ms: 1,
          arguments: {}
        },
        PRIVACY
      );
    expect(of(SECRET)).toBeNull();
    expect(of('read_file')).toMatchObject({ tool: 'read_file' });
  });

  it('has the values of an answer only where the person typed them', () => {
    const answers = (typed: string) =>
      keepableObservation(
        {
          ...base,
          typed,
          kind: 'clarification',
          task: 'Load',
          answers: [{ question: 'Which?', answer: 'SSN 123-45-6789' }],
          before: 0,
          after: 1,
          reused: false,
          success: true
        },
        PRIVACY
      );
    expect(answers('Load')).toMatchObject({ answers: [{ answer: 'SSN …' }] });
    expect(answers('SSN 123-45-6789')).toMatchObject({
      answers: [{ answer: 'SSN 123-45-6789' }]
    });
  });
});
