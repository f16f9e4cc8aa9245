import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { DEFAULT_REPORT_SETTINGS, ENGLISH } from '../../contract';
import { readSettings } from '../settings/read-settings';

/** What the server sends to a person who has set nothing. */
function defaults(): Record<string, unknown> {
  const { properties } = JSON.parse(
    readFileSync(join(__dirname, '../../../schema/plugin.json'), 'utf8')
  ) as {
    properties: { reports: { default: Record<string, unknown> } };
  };
  return properties.reports.default;
}

const read = (reports: object) => {
  const { agent, problems } = readSettings({ reports }, ENGLISH, path => path);
  return { reports: agent.reports, problems };
};

describe('what is set about reports', () => {
  it.each([
    ['nothing is set', {}],
    ['the defaults of the schema are', defaults()]
  ])('is as promised where %s', (_, source) => {
    expect(read(source)).toEqual({
      reports: {
        pieces: 10,
        checks: {
          checklist: true,
          complete: true,
          numbers: true,
          figures: true,
          links: true,
          length: true
        },
        evidenceMinutes: null,
        templatesFolder: '',
        template: ''
      },
      problems: []
    });
  });

  it('is what the person has written', () => {
    expect(
      read({
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

  it.each(Object.keys(DEFAULT_REPORT_SETTINGS.checks).map(name => [name]))(
    'has the check %s off where it is switched off, and no other',
    name => {
      expect(read({ [name]: false }).reports.checks).toEqual({
        ...DEFAULT_REPORT_SETTINGS.checks,
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
    const { reports, problems } = read({ [name]: value });
    expect(reports).toEqual(DEFAULT_REPORT_SETTINGS);
    expect(problems.join()).toContain(`reports.${name}`);
  });
});
