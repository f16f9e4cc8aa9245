import type { EventBody } from '../../contract';
import { PanelFixture } from './panel-fixture';
import {
  callFinished,
  callProposed,
  finalAnswer,
  runEnded,
  userMessage
} from './events';

let panel: PanelFixture;

beforeEach(async () => {
  panel = new PanelFixture();
  await panel.mount();
});

const purpose = () =>
  panel.get('textbox', 'What it is for (optional)') as HTMLTextAreaElement;
const options = () =>
  panel.all('option').map(option => option.firstChild?.textContent);
const isFormOpen = () =>
  panel.host.querySelector('.jp-Cellwright-newReport') !== null;

const back = () => panel.click(panel.get('button', 'Back to the conversation'));

describe('/report in the message box', () => {
  it('is offered, and opens the form without sending anything', async () => {
    panel.agent.skillsKnown = [
      { name: 'reporting', description: 'Monthly', path: 'a/SKILL.md' },
      { name: 'my-report', description: 'Mine', path: 'b/SKILL.md' }
    ];
    await panel.type(panel.composer, '/rep');
    expect(options()).toEqual(['/report', '/reporting', '/my-report']);
    await panel.press(panel.composer, 'Enter');
    expect(isFormOpen()).toBe(true);
    await back();
    expect(panel.composer.value).toBe('');
    expect(panel.agent.sent).toEqual([]);
  });

  it('takes what is written behind it into the form', async () => {
    await panel.send('/report For the sales team,\nby region');
    expect(purpose().value).toBe('For the sales team,\nby region');
    await back();
    expect(panel.composer.value).toBe('');
    expect(panel.agent.sent).toEqual([]);
  });

  it.each(['/reporting now', 'a /report', '/report-card'])(
    'is not what “%s” says',
    async text => {
      await panel.send(text);
      expect(isFormOpen()).toBe(false);
      expect(panel.agent.commands('start')).toMatchObject([{ text }]);
    }
  );

  it('leaves a skill of that name to the person', async () => {
    panel.agent.skillsKnown = [
      { name: 'report', description: 'Mine', path: 'a/SKILL.md' }
    ];
    await panel.type(panel.composer, '/');
    await panel.send('/report the week');
    expect(isFormOpen()).toBe(false);
    expect(panel.agent.commands('start')).toMatchObject([
      { text: '/report the week' }
    ]);
  });
});

describe('the chip under an answer', () => {
  const chips = () => panel.all('button', 'Write a report…');
  const ranCell = (callId: string): EventBody[] => [
    callProposed(callId, { args: { code: '1 + 1' }, text: 'Running a cell' }),
    callFinished(callId, { text: 'Ran a cell', result: '2' })
  ];
  const answered = (callId: string): EventBody[] => [
    finalAnswer('It is 2.', { callId }),
    runEnded()
  ];

  it('opens the form where cells were run, and sends nothing', async () => {
    await panel.run(...ranCell('c1'), ...answered('f1'));
    await panel.click(chips()[0]);
    expect(isFormOpen()).toBe(true);
    expect(panel.agent.sent).toEqual([]);
  });

  it('is not there where no cell was run', async () => {
    await panel.run(...answered('f1'));
    expect(chips()).toEqual([]);
  });

  it('is not there while the work goes on, nor under an earlier answer', async () => {
    await panel.run(...ranCell('c1'), answered('f1')[0]);
    expect(chips()).toEqual([]);
    await panel.tell(answered('f1')[1]);
    expect(chips()).toHaveLength(1);
    await panel.run(userMessage('u2', 'Why?'), ...answered('f2'));
    expect(chips()).toEqual([]);
  });
});
