import {
  AIMessage,
  HumanMessage,
  ToolMessage,
  type BaseMessage
} from '@langchain/core/messages';

import { ModelFault } from '../../contract';
import { memoryStores } from '../../storage/stories/memory-stores';
import type { IImageArtifact } from '../context/attach-images';
import type { DebugNote } from '../run-context/run-context';
import { RECIPIENT, notingRun } from '../stories/run-of';
import { refusalsOf } from '../../contract/models/model-refusals';
import { requestMiddleware } from './request';

const GO = new HumanMessage('go');

const refused = (model: string): string[] =>
  refusalsOf({ ...RECIPIENT.choice, model });

const PLOT = new ToolMessage({
  content: '[image 1: PNG 545×371]',
  tool_call_id: 'plot',
  artifact: { imageIds: ['image'] } satisfies IImageArtifact
});

const CALL = new AIMessage({
  content: '',
  tool_calls: [{ id: 'plot', name: 'look', args: {}, type: 'tool_call' }]
});

/** The part of a request that counts here. */
interface IModelRequest {
  messages: BaseMessage[];
}

/** What reaches the model of a request with these messages. */
async function sent(
  messages: BaseMessage[],
  own: {
    /** null if the table does not know the model. */
    images?: boolean | null;
    model?: string;
    answer?(request: IModelRequest): AIMessage;
  } = {}
): Promise<{
  request: IModelRequest;
  all: IModelRequest[];
  noted: DebugNote[];
  unseen: number;
}> {
  const { images = false, model = '' } = own;
  const to = {
    provider: {
      ...RECIPIENT.provider,
      promptAddition: () => 'For this model.',
      abilities: () => ({
        images,
        contextWindow: null,
        tools: true,
        parallelCalls: true
      })
    },
    choice: { ...RECIPIENT.choice, model }
  };
  const { run, events, noted } = notingRun({
    imageStore: Object.assign(memoryStores().images, {
      get: async (_thread: string, data: string) => ({
        mimeType: 'image/png',
        data,
        width: 1,
        height: 1
      })
    })
  });
  run.recipient = to;
  const all: IModelRequest[] = [];
  const { wrapModelCall } = requestMiddleware(
    run,
    'The rules of the folder.'
  ) as unknown as {
    wrapModelCall(
      request: object,
      handler: (request: IModelRequest) => Promise<AIMessage>
    ): Promise<AIMessage>;
  };
  await wrapModelCall(
    { messages, tools: [], state: { messages } },
    async asked => {
      all.push(asked);
      return own.answer?.(asked) ?? new AIMessage('Done.');
    }
  );
  const unseen = events.filter(
    each => each.type === 'notice' && each.code === 'plots-unseen'
  );
  return { request: all[0], all, noted, unseen: unseen.length };
}

describe('a request as it is sent', () => {
  it('is the prepared history, and says what was made of it', async () => {
    const open = new AIMessage({
      content: '',
      tool_calls: [{ id: 'open', name: 'look', args: {}, type: 'tool_call' }]
    });
    const { request, noted } = await sent([GO, open, GO]);
    expect(request.messages.map(({ type }) => type)).toEqual([
      'human',
      'ai',
      'tool',
      'human'
    ]);
    expect(noted).toMatchObject([{ body: { made: 1, images: 0 } }]);
  });

  it('says that a plot cannot be seen, to a model that sees none', async () => {
    const { request, unseen } = await sent([GO, CALL, PLOT], { images: false });
    expect(request.messages.map(({ text }) => text)).toEqual([
      'go',
      '',
      '[a plot, 545 × 371; you cannot see it]'
    ]);
    expect(unseen).toBe(1);
    const { unseen: later } = await sent([
      GO,
      CALL,
      PLOT,
      new AIMessage('Seen.'),
      GO
    ]);
    expect(later).toBe(0);
  });

  it('tries images once with a model that nobody knows, and remembers a refusal', async () => {
    const refusing = (request: IModelRequest): AIMessage => {
      if (JSON.stringify(request.messages).includes('base64')) {
        throw new ModelFault('refused', 'image input is not supported', {
          status: 400
        });
      }
      return new AIMessage('Seen.');
    };
    const own = { images: null, model: 'alias-1', answer: refusing };
    const { all, unseen } = await sent([GO, CALL, PLOT], own);
    expect(all).toHaveLength(2);
    expect(all[1].messages.at(-1)?.text).toContain('you cannot see it');
    expect(unseen).toBe(1);
    const next = await sent([GO, CALL, PLOT], own);
    expect(next.all).toHaveLength(1);
    // Another model on the same server has not refused.
    const other = await sent([GO, CALL, PLOT], {
      images: null,
      model: 'alias-2'
    });
    expect(JSON.stringify(other.request.messages)).toContain('base64,image');
    expect(other.unseen).toBe(0);
  });

  it.each<[string, ModelFault]>([
    ['the key', new ModelFault('wrong-key', '')],
    ['the length', new ModelFault('context-too-long', '')],
    ['the server', new ModelFault('server-error', 'Out of memory')]
  ])(
    'does not take a failure for %s for a refusal of images',
    async (_, fault) => {
      const model = `alias-${fault.code}`;
      await expect(
        sent([GO, CALL, PLOT], {
          images: null,
          model,
          answer: () => {
            throw fault;
          }
        })
      ).rejects.toBe(fault);
      expect(refused(model)).toEqual([]);
    }
  );

  it('remembers nothing where the request fails without images too', async () => {
    const fault = new ModelFault('refused', 'No.');
    await expect(
      sent([GO, CALL, PLOT], {
        images: null,
        model: 'alias-3',
        answer: () => {
          throw fault;
        }
      })
    ).rejects.toBe(fault);
    expect(refused('alias-3')).toEqual([]);
  });
});
