import { DEFAULT_SETTINGS, ENGLISH } from '../../contract';
import { readSettings } from './read-settings';

const read = (source: object) => readSettings(source, ENGLISH, path => path);

describe('what is set about plan mode', () => {
  it('is what the person has written', () => {
    const { agent } = read({
      plan: {
        askAll: false,
        askQuestions: false,
        askPlan: false,
        askStep: true,
        clearEnough: 0.9,
        reuseUses: 2,
        reuseSuccess: 0.6,
        reuseConfidence: 0.8,
        improved: 0.5,
        rounds: 3,
        requestsPerStep: 4,
        atOnce: 2,
        mostTokens: 1000,
        mostCost: 1.5,
        results: 'files'
      },
      memory: { on: false, off: ['tool'], most: 10 }
    });
    expect(agent.plan).toEqual({
      approvals: { all: false, clarification: false, plan: false, step: true },
      clearEnough: 0.9,
      reuse: { min: 2, successRate: 0.6, confidence: 0.8 },
      improved: 0.5,
      rounds: 3,
      budget: 4,
      atOnce: 2,
      ceiling: { tokens: 1000, cost: 1.5 },
      results: 'files'
    });
    expect(agent.memory).toEqual({ on: false, off: ['tool'], most: 10 });
  });

  it('asks rather more and learns rather less where it cannot be read', () => {
    const { agent, problems } = read({
      plan: { askPlan: 'never', askStep: 'no', requestsPerStep: 'many' },
      memory: { on: 'maybe' }
    });
    expect(agent.plan.approvals).toMatchObject({ plan: true, step: true });
    expect(agent.plan.budget).toBe(12);
    expect(agent.memory.on).toBe(false);
    expect(problems).toHaveLength(4);
  });
});

const readReports = (reports: object) => {
  const { agent, problems } = read({ reports });
  return { reports: agent.reports, problems };
};

describe('what is set about reports', () => {
  it('is what the person has written', () => {
    expect(
      readReports({
        pieces: 3,
        evidenceMinutes: 90,
        templatesFolder: ' mine ',
        template: ' model-card '
      }).reports
    ).toMatchObject({
      pieces: 3,
      evidenceMinutes: 90,
      templatesFolder: 'mine',
      template: 'model-card'
    });
  });

  it.each(Object.keys(DEFAULT_SETTINGS.reports.checks).map(name => [name]))(
    'has the check %s off where it is switched off, and no other',
    name => {
      expect(readReports({ [name]: false }).reports.checks).toEqual({
        ...DEFAULT_SETTINGS.reports.checks,
        [name]: false
      });
    }
  );

  it.each([
    ['pieces', 0],
    ['pieces', 'many'],
    ['evidenceMinutes', -1],
    ['numbers', 'off']
  ])('is told and left as it was where %s is %j', (name, value) => {
    const { reports, problems } = readReports({ [name]: value });
    expect(reports).toEqual(DEFAULT_SETTINGS.reports);
    expect(problems.join()).toContain(`reports.${name}`);
  });
});
