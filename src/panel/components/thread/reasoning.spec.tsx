import { act } from 'react';

import type { EventBody } from '../../../contract';
import { codeCard } from '../../../testing/fake-agent';
import { StatusSpeaker } from '../../text/status-text';
import { PanelFixture } from '../../stories/panel-fixture';
import {
  callFinished,
  callProposed,
  reviewOpened,
  runEnded
} from '../../stories/events';

let panel: PanelFixture;

beforeEach(async () => {
  panel = new PanelFixture();
  await panel.mount();
});

const status = () =>
  panel.host.querySelector('.jp-Cellwright-status')?.textContent ?? null;

function running(callId: string, text: string): EventBody[] {
  return [
    callProposed(callId, { tool: 'read_file', text }),
    { type: 'call-started', callId }
  ];
}

function finished(callId: string): EventBody {
  return callFinished(callId, { text: 'Read it', result: 'exit code 0' });
}

describe('what the model thinks aloud', () => {
  it('is a folded line that opens to it while it streams and after', async () => {
    await panel.run({
      type: 'reasoning-delta',
      messageId: 'm1',
      delta: 'Two ways'
    });
    const log = panel.get('log', 'Conversation');
    expect(log.textContent).toContain('Thinking');
    expect(log.textContent).not.toContain('Two ways');
    await panel.click(panel.get('button', 'Show its reasoning'));
    expect(log.textContent).toContain('Two ways');
    await panel.tell({
      type: 'reasoning-delta',
      messageId: 'm1',
      delta: ', both slow'
    });
    expect(log.textContent).toContain('Two ways, both slow');
    await panel.tell({
      type: 'model-message',
      messageId: 'm1',
      text: 'I take the first.',
      reasoning: 'Two ways, both slow.'
    });
    expect(log.textContent).toContain('Thought for a moment');
    expect(log.textContent).toContain('Two ways, both slow.');
  });
});

describe('a summary', () => {
  it('is a folded line, and everything it stands for stays in sight', async () => {
    await panel.run({
      type: 'summary',
      text: 'Summary of the conversation so far: penguins.',
      messages: 14
    });
    expect(panel.text).toContain('Explore penguins.csv');
    expect(panel.text).toContain('Earlier messages were summarised');
    expect(panel.text).not.toContain('so far: penguins');
    await panel.click(panel.get('button', 'Show the summary'));
    expect(panel.text).toContain('in place of 14 messages');
    expect(panel.text).toContain('so far: penguins');
  });
});

describe('the output of a running command', () => {
  const output = () => panel.all('region', 'Output so far')[0];
  const events = (text: string): EventBody => ({
    type: 'call-progress',
    callId: 'a',
    output: text
  });

  it('grows under its line, without the codes of a terminal, and goes with the result', async () => {
    await panel.run(
      ...running('a', 'Running pip'),
      events('\u001b[32mone\u001b[0m\n')
    );
    await panel.tell(events('10 %\r50 %\r100 %\n'));
    expect(output().textContent).toBe('one\n100 %\n');
    await panel.tell(finished('a'));
    expect(output()).toBeUndefined();
  });

  it('can be made taller, and follows its end until it is scrolled up', async () => {
    await panel.run(...running('a', 'Running pip'), events('one\n'));
    await panel.click(panel.get('button', 'Show more'));
    expect(output().className).toBe('jp-mod-tall');
    const node = output();
    Object.defineProperties(node, {
      clientHeight: { value: 100, configurable: true },
      scrollHeight: { value: 1000, configurable: true }
    });
    await panel.tell(events('two\n'));
    expect(node.scrollTop).toBe(1000);
    await act(async () => {
      node.scrollTop = 300;
      node.dispatchEvent(new Event('scroll'));
    });
    await panel.tell(events('three\n'));
    expect(node.scrollTop).toBe(300);
  });
});

describe('the status line', () => {
  it('says that a message is being sent while something else is asked first', async () => {
    panel.agent.onSend = () => new Promise(() => undefined);
    await panel.send('Hello');
    expect(status()).toContain('Sending…');
  });

  it('says what goes on to the eyes, in the words of the call, and is gone at the end', async () => {
    expect(status()).toBeNull();
    await panel.run();
    expect(status()).toContain('Thinking');
    await panel.tell(...running('a', 'Reading ⟦c1⟧'));
    expect(status()).toContain('Reading [1]');
    await panel.tell({
      type: 'call-progress',
      callId: 'a',
      text: 'half of it'
    });
    expect(status()).toContain('Reading [1] · half of it');
    const line = panel.host.querySelector('.jp-Cellwright-status')!;
    expect(line.getAttribute('aria-hidden')).toBe('true');
    await panel.tell(finished('a'));
    expect(status()).toContain('Thinking');
    await panel.tell({
      type: 'call-drafted',
      messageId: 'm2',
      tool: 'jupyter_cell',
      characters: 120
    });
    expect(status()).toContain('Writing the next step (120 characters)');
    await panel.tell(runEnded());
    expect(status()).toBeNull();
  });

  it('says that it waits for a decision, and why a call is repeated', async () => {
    await panel.run(reviewOpened([codeCard('a')]));
    expect(status()).toContain('Waiting for you');
    await panel.tell(
      { type: 'review-closed', interruptId: 'i1' },
      {
        type: 'model-retry',
        messageId: 'm1',
        attempt: 1,
        wait: 4000,
        error: {
          code: 'rate-limit',
          title: 'The provider asks to wait.',
          text: '',
          retryable: true
        }
      }
    );
    expect(status()).toContain(
      'The provider asks to wait. Trying again in 4 s.'
    );
    await panel.tell(
      { type: 'call-drafted', messageId: 'm1', tool: 'add', characters: 1 },
      reviewOpened([codeCard('b')], { interruptId: 'i2' })
    );
    expect(status()).toContain('Waiting for you');
  });
});

describe('what is said of it', () => {
  let text: string | null = null;
  const texts: string[] = [];
  let speaker: StatusSpeaker;

  beforeEach(() => {
    jest.useFakeTimers();
    texts.length = 0;
    speaker = new StatusSpeaker(
      () => text,
      words => texts.push(words)
    );
  });

  afterEach(() => {
    speaker.dispose();
    jest.useRealTimers();
  });

  function becomes(next: string | null, ms: number): void {
    text = next;
    speaker.update();
    jest.advanceTimersByTime(ms);
  }

  it('is only what goes on for a while, once', () => {
    becomes('Reading a.csv', 1_000);
    becomes('Reading b.csv', 6_000);
    becomes('Reading b.csv', 60_000);
    expect(texts).toEqual(['Reading b.csv']);
  });

  it('is no count', () => {
    for (let index = 0; index < 20; index++) {
      becomes(`Writing the next step (${index} characters)`, 1_000);
    }
    expect(texts).toHaveLength(1);
  });

  it('is nothing once everything is over', () => {
    becomes('Reading a.csv', 1_000);
    becomes(null, 60_000);
    expect(texts).toEqual([]);
  });
});

describe('what a thread costs', () => {
  it('is said with the tokens, where prices and caches are known', async () => {
    await panel.run({
      type: 'usage',
      input: 11_000,
      output: 1_000,
      estimated: false,
      cached: 9_000,
      cost: 0.0125
    });
    expect(
      panel.all(
        'img',
        '12,000 tokens in this conversation; 12 % of the context; ' +
          '9,000 of them from the provider’s cache; cost so far: 0.0125'
      )
    ).toHaveLength(1);
    expect(panel.text).toContain('0.0125');
  });
});
