import type { EventBody } from '../../../contract';
import { PanelFixture } from '../../stories/panel-fixture';
import { finalAnswer, userMessage } from '../../stories/events';

const SENTENCE = 'This part could not be shown. The rest is still there.';

let panel: PanelFixture;

beforeEach(async () => {
  panel = new PanelFixture();
  await panel.mount();
  // React reports render errors there.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

const sentences = () =>
  (panel.host.textContent ?? '').split(SENTENCE).length - 1;

const answer = (messageId: string): EventBody => ({
  type: 'model-message',
  messageId,
  text: `Said in ${messageId}.`
});

describe('what cannot be drawn', () => {
  it('is said to be missing from the thread, with all else in its place', async () => {
    await panel.run(
      answer('m1'),
      {
        type: 'final-answer',
        callId: 'f',
        answer: 'Done.'
      } as unknown as EventBody,
      answer('m2')
    );
    expect(sentences()).toBe(1);
    const text = panel.all('log')[0].textContent ?? '';
    expect(text).toMatch(/Explore penguins.*m1.*could not be shown.*m2/s);
    expect(panel.host.querySelector('textarea')).not.toBeNull();
    // It is drawn again as soon as that is possible.
    await panel.tell(finalAnswer('Done.'));
    expect(sentences()).toBe(0);
    expect(panel.all('log')[0].textContent).toContain('Done.');
  });

  it('is said to be missing from the panel, with all else in its place', async () => {
    await panel.run({ type: 'todos', todos: null } as unknown as EventBody);
    expect(sentences()).toBe(1);
    expect(panel.all('log')[0].textContent).toContain('Explore penguins');
    await panel.tell(answer('m2'));
    expect(panel.all('log')[0].textContent).toContain('Said in m2.');
    expect(panel.host.querySelector('textarea')).not.toBeNull();
    expect(panel.all('button', 'New conversation')).toHaveLength(1);
  });
});

it('does nothing about an event that only a newer version knows', async () => {
  await panel.run(answer('m1'), { type: 'later' } as unknown as EventBody);
  await panel.tell(answer('m2'));
  expect(sentences()).toBe(0);
  expect(panel.all('log')[0].textContent).toMatch(/m1.*m2/s);
});

it('shows what turns text round, in the heading and in the person’s own line', async () => {
  await panel.tell(userMessage('u1', 'Read \u202Eme'));
  const heading = panel.host.querySelector('h2')!;
  expect(heading.textContent).toBe('Read ⟨U+202E⟩me');
  expect(heading.title).toBe('Read ⟨U+202E⟩me');
  expect(panel.host.textContent).not.toContain('\u202E');
});
