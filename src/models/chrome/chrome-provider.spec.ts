import {
  AIMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage
} from '@langchain/core/messages';

import { ENGLISH } from '../../contract';
import type { ILanguageModel, IPrompt } from './language-model';
import { isAbort } from '../errors/model-fault';
import { askProvider, faultOf, reasonOf } from '../stories/ask-provider';
import { modelChoice } from '../stories/model-choice';
import { provider } from '../providers';

const chromeProvider = provider('chrome');

const CHOICE = modelChoice({ provider: 'chrome', model: '' });

/** Chrome's model, giving the answers a spec defines. */
class FakeLanguageModel implements ILanguageModel {
  state: Awaited<ReturnType<ILanguageModel['availability']>> = 'available';
  pieces: string[] = [];
  error: Error | null = null;
  hang = false;
  asked: IPrompt[] = [];
  created = 0;
  destroyed = 0;

  async availability(): ReturnType<ILanguageModel['availability']> {
    return this.state;
  }

  async create({ initialPrompts = [] }: { initialPrompts?: IPrompt[] } = {}) {
    this.created++;
    return {
      promptStreaming: (
        prompt: IPrompt[],
        options?: { signal?: AbortSignal }
      ): ReadableStream<string> => {
        this.asked = [...initialPrompts, ...prompt];
        return this._stream(options?.signal);
      },
      destroy: () => {
        this.destroyed++;
      }
    };
  }

  private _stream(signal?: AbortSignal): ReadableStream<string> {
    return new ReadableStream({
      start: controller => {
        signal?.addEventListener('abort', () =>
          controller.error(signal.reason)
        );
        if (this.error) {
          controller.error(this.error);
          return;
        }
        this.pieces.forEach(piece => controller.enqueue(piece));
        if (!this.hang) {
          controller.close();
        }
      }
    });
  }
}

const page = globalThis as { LanguageModel?: ILanguageModel };
let chrome: FakeLanguageModel;

beforeEach(() => {
  chrome = new FakeLanguageModel();
  page.LanguageModel = chrome;
});

afterEach(() => {
  delete page.LanguageModel;
});

describe('Chrome’s built-in model', () => {
  it('can be chosen where the browser has it, and says why where not', async () => {
    expect(chromeProvider.info(ENGLISH).missing).toBeNull();
    delete page.LanguageModel;
    expect(chromeProvider.info(ENGLISH).missing).toContain('Chrome 138');
    const created = chromeProvider.create(CHOICE, undefined);
    expect((await faultOf(created)).code).toBe('refused');
  });

  it('streams its text, and lets go of its session', async () => {
    chrome.pieces = ['Let me ', 'look.'];
    const texts: string[] = [];
    const message = await askProvider(chromeProvider, CHOICE, {
      onChunk: chunk => texts.push(chunk.text)
    });
    expect(message.content).toBe('Let me look.');
    expect(texts.filter(Boolean)).toEqual(['Let me ', 'look.']);
    expect(chrome.destroyed).toBe(1);
  });

  it('is told of the tools, calls and results in words', async () => {
    chrome.pieces = ['Hi'];
    await askProvider(chromeProvider, CHOICE, {
      messages: [
        new SystemMessage('You are an agent.'),
        new HumanMessage('Explore'),
        new AIMessage({
          content: '',
          tool_calls: [{ id: 'a', name: 'jupyter_cell', args: { code: '1' } }]
        }),
        new ToolMessage({ tool_call_id: 'a', content: 'one' }),
        new HumanMessage('Go on')
      ]
    });
    const [system, ...others] = chrome.asked;
    expect(system.role).toBe('system');
    expect(system.content).toContain('You are an agent.');
    expect(system.content).toContain('"name":"jupyter_cell"');
    expect(others).toEqual([
      { role: 'user', content: 'Explore' },
      {
        role: 'assistant',
        content: '{"name":"jupyter_cell","arguments":{"code":"1"}}'
      },
      { role: 'user', content: 'Result of your call:\none\n\nGo on' }
    ]);
  });

  it.each([
    ['bare', ['{"name": "jupyter_cell", ', '"arguments": {"code": "1"}}']],
    [
      'fenced',
      ['```json\n{"name": "jupyter_cell", "arguments": {"code": "1"}}\n```']
    ]
  ])(
    'hands on what may be a call, %s, in one piece and as text: what it counts as is not its to say',
    async (_, pieces) => {
      chrome.pieces = pieces;
      const texts: string[] = [];
      const message = await askProvider(chromeProvider, CHOICE, {
        onChunk: chunk => texts.push(chunk.text)
      });
      expect(texts.filter(Boolean)).toEqual([pieces.join('')]);
      expect(message.tool_calls).toEqual([]);
      expect(chromeProvider.callsInText?.(CHOICE)).toBe(true);
    }
  );

  it.each([
    '{"name": "rm", "arguments": {}}',
    '{"name": "jupyter_cell"}',
    '{"name": "jupyter_cell", "arguments": {"code": "1"',
    '```python\n1\n```'
  ])('says %s as text', async text => {
    chrome.pieces = [text];
    const message = await askProvider(chromeProvider, CHOICE);
    expect([message.content, message.tool_calls]).toEqual([text, []]);
  });

  it('ends as a stop when it is stopped', async () => {
    chrome.pieces = ['Let me '];
    chrome.hang = true;
    const abort = new AbortController();
    const asked = askProvider(chromeProvider, CHOICE, {
      signal: abort.signal,
      onChunk: () => abort.abort()
    });
    expect(isAbort(await reasonOf(asked))).toBe(true);
    expect(chrome.destroyed).toBe(1);
  });

  it.each([
    ['QuotaExceededError', 'context-too-long'],
    ['NotAllowedError', 'refused']
  ])('tells its %s as "%s"', async (name, code) => {
    chrome.error = new DOMException('No', name);
    const asked = askProvider(chromeProvider, CHOICE);
    expect((await faultOf(asked)).code).toBe(code);
  });

  it('is fetched where it can be had, and says that it is not there yet', async () => {
    chrome.state = 'downloadable';
    const fault = await faultOf(askProvider(chromeProvider, CHOICE));
    expect(fault.detail).toContain('fetching its model');
    expect([chrome.created, chrome.destroyed]).toEqual([1, 1]);
  });

  it('says when the computer cannot run it', async () => {
    chrome.state = 'unavailable';
    const fault = await faultOf(askProvider(chromeProvider, CHOICE));
    expect(fault.code).toBe('refused');
    expect(chrome.created).toBe(0);
  });
});
