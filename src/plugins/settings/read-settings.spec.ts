import { DEFAULT_SETTINGS, ENGLISH } from '../../contract';
import { readSettings } from './read-settings';

const read = (source: object) => readSettings(source, ENGLISH, path => path);

it('what is set about plan mode asks rather more and learns rather less where it cannot be read', () => {
  const { agent, problems } = read({
    plan: { askPlan: 'never', askStep: 'no', requestsPerStep: 'many' },
    memory: { on: 'maybe' }
  });
  expect(agent.plan).toMatchObject({
    askPlan: true,
    askStep: true,
    requestsPerStep: 12
  });
  expect(agent.memory.on).toBe(false);
  expect(problems).toHaveLength(4);
});

const readReports = (reports: object) => {
  const { agent, problems } = read({ reports });
  return { reports: agent.reports, problems };
};

it.each([
  ['pieces', 0],
  ['pieces', 'many'],
  ['evidenceMinutes', -1],
  ['numbers', 'off']
])(
  'what is set about reports is told and left as it was where %s is %j',
  (name, value) => {
    const { reports, problems } = readReports({ [name]: value });
    expect(reports).toEqual(DEFAULT_SETTINGS.reports);
    expect(problems.join()).toContain(`reports.${name}`);
  }
);
