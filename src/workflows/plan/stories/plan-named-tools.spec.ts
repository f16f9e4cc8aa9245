import type { Page } from '../../../engine/stories/reopening';
import {
  PlanSite,
  accept,
  accepted,
  answer,
  final,
  plan,
  planned
} from './plan-site';

const HARMLESS = [
  'read_notebook',
  'read_file',
  'list_files',
  'ask_user',
  'inspect_variables'
];

beforeEach(() => void jest.spyOn(console, 'warn').mockReturnValue());

const planOf = (tools: string[]) => [
  { category: 'loading', steps: [{ title: 'Load', reads: true, tools }] }
];

/** A site whose person has accepted a step with these tools nine times. */
async function acceptedOnce(
  tools: string[]
): Promise<{ site: PlanSite; page: Page }> {
  const site = new PlanSite();
  site.steps.Load = [final('Did it.')];
  site.replies.plan = planOf(tools);
  const page = await accepted(site, { level: 'step' });
  await answer(page, { action: 'approve' });
  site.rememberAccepted();
  return { site, page };
}

async function hasCard(
  { site, page }: { site: PlanSite; page: Page },
  tools: string[]
): Promise<boolean> {
  site.replies.plan = planOf(tools);
  await plan(page, 'Load them again');
  await answer(page, accept({ level: 'step' }));
  const asked = await page.question();
  expect(page.of('memory-applied')).toHaveLength(asked ? 0 : 1);
  return asked?.kind === 'step';
}

describe('a step like those that were accepted', () => {
  it('goes ahead with five harmless tools, as before', async () => {
    expect(await hasCard(await acceptedOnce(HARMLESS), HARMLESS)).toBe(false);
  });

  it.each([
    [
      'its sixth tool is a shell',
      HARMLESS,
      [...HARMLESS, 'execute_command', 'write_file']
    ],
    ['its sixth tool does not exist', HARMLESS, [...HARMLESS, 'not_there']],
    [
      'its sixth tool was not among them',
      HARMLESS,
      [...HARMLESS, 'search_files']
    ],
    ['none of its tools exists', [], ['not_there']],
    ['its code may reach a shell', ['jupyter_cell'], ['jupyter_cell']]
  ])('has its card where %s', async (_, before, again) => {
    expect(await hasCard(await acceptedOnce(before), again)).toBe(true);
  });

  it('shows five tools on its card, however many it names', async () => {
    const site = new PlanSite();
    site.replies.plan = planOf([...HARMLESS, 'execute_command']);
    const page = await accepted(site, { level: 'step' });
    expect((await page.question()) as object).toMatchObject({
      kind: 'step',
      tools: { length: 5 }
    });
  });
});

it('a choice that was clicked is not what the person typed', async () => {
  const site = new PlanSite();
  site.steps.Load = [final('Did it.')];
  site.replies.plan = planOf([]);
  site.replies.clarify = [
    {
      clarity: 0.1,
      questions: [
        { question: 'Which one?', choices: ['SSN 123-45-6789'], default: '' },
        { question: 'How many?', choices: [], default: '' }
      ],
      assumptions: []
    },
    { clarity: 1, questions: [], assumptions: [] }
  ];
  const page = await planned(site, 'Sum up the patient');
  await answer(page, {
    action: 'answer',
    answers: { 'q0-1': 'SSN 123-45-6789', 'q0-2': 'the first 50' }
  });
  await answer(page, accept());
  const typed = site.collected.map(each => each.typed).join('\n');
  expect(typed).toContain('Sum up the patient');
  expect(typed).toContain('the first 50');
  expect(typed).not.toContain('6789');
});
