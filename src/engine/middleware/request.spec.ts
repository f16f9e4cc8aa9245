import {
  HumanMessage,
  ToolMessage,
  type BaseMessage
} from '@langchain/core/messages';

import { ENGLISH } from '../../contract';
import type { IImageArtifact } from '../context/attach-images';
import type { IPreparedHistory } from '../context/prepare-history';
import type { DebugNote } from '../run-context/run-context';
import { callModel, type IModelRequest } from '../stories/call-model';
import { RECIPIENT, listener } from '../stories/run-of';
import { requestMiddleware } from './request';

const GO = new HumanMessage('go');
const PLOT = new ToolMessage({
  content: 'a plot',
  tool_call_id: 'plot',
  artifact: { imageIds: ['image'] } satisfies IImageArtifact
});

async function sent(
  messages: BaseMessage[],
  own: {
    seesImages?: boolean;
    schemasOnly?: boolean;
    prepared?: Partial<IPreparedHistory>;
  } = {}
): Promise<{ request: IModelRequest; noted: DebugNote[] }> {
  const { noted, note } = listener();
  const to = { ...RECIPIENT, seesImages: own.seesImages ?? false };
  const { sent } = await callModel(
    requestMiddleware({
      prepare: before => ({
        messages: before,
        made: 0,
        withheld: 0,
        cleared: 0,
        ...own.prepared
      }),
      prompt: asked => (asked === to ? 'The rules.' : 'Of another model.'),
      recipient: () => to,
      isAllowed: () => true,
      schemasOnly: () => own.schemasOnly ?? false,
      image: async id => ({
        mimeType: 'image/png',
        data: id,
        width: 1,
        height: 1
      }),
      trans: ENGLISH,
      note
    }),
    { messages }
  );
  return { request: sent[0], noted };
}

describe('a request as it is sent', () => {
  it('has the system prompt of the model it goes to', async () => {
    const { request, noted } = await sent([GO]);
    expect(request.systemMessage?.text).toBe('The rules.');
    expect(request.messages).toEqual([GO]);
    expect(noted).toEqual([]);
  });

  it('is the prepared history, and says what was made of it', async () => {
    const { request, noted } = await sent([GO, PLOT], {
      prepared: { messages: [GO], cleared: 1 }
    });
    expect(request.messages).toEqual([GO]);
    expect(noted).toMatchObject([{ body: { cleared: 1, images: 0 } }]);
  });

  it('has its images for a model that sees', async () => {
    const { request, noted } = await sent([GO, PLOT], { seesImages: true });
    expect(JSON.stringify(request.messages)).toContain('base64,image');
    expect(noted).toMatchObject([{ body: { images: 1 } }]);
  });

  it.each([
    ['for a model that sees none', { seesImages: false }],
    ['in the mode “schemas only”', { seesImages: true, schemasOnly: true }]
  ])('has no image %s', async (_, own) => {
    const { request } = await sent([GO, PLOT], own);
    expect(request.messages).toEqual([GO, PLOT]);
  });
});
