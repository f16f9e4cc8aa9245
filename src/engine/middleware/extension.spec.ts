import { AIMessage, HumanMessage } from '@langchain/core/messages';

import type { IMiddlewareDeclaration } from '../../contract';
import { SetupError } from '../errors/errors';
import { callModel } from '../stories/call-model';
import { notingRun } from '../stories/run-of';
import { extensionMiddleware } from './extension';

type LangChain = typeof import('langchain');

/** A middleware of another extension with these hooks. */
const declared = (
  hooks: object,
  own: Partial<IMiddlewareDeclaration<LangChain>> = {}
): IMiddlewareDeclaration =>
  ({
    name: 'theirs',
    place: 'outermost',
    create: ({ createMiddleware }: LangChain) =>
      createMiddleware({ name: 'anything', ...hooks }),
    ...own
  }) as IMiddlewareDeclaration;

const PASSES = {
  wrapModelCall: (request: object, handler: (request: object) => unknown) =>
    handler(request)
};

function created(...declarations: IMiddlewareDeclaration[]) {
  const { run, noted } = notingRun({}, { debug: true });
  const places = extensionMiddleware(declarations, run);
  return { ...places, noted };
}

describe('the middleware of another extension', () => {
  it('is made for its place, in the order it was registered', () => {
    const { outermost, innermost } = created(
      declared(PASSES, { name: 'a', place: 'innermost' }),
      declared(PASSES, { name: 'b' }),
      declared(PASSES, { name: 'c', place: 'innermost' })
    );
    expect(outermost.map(({ name }) => name)).toEqual(['extension:b']);
    expect(innermost.map(({ name }) => name)).toEqual([
      'extension:a',
      'extension:c'
    ]);
  });

  it('shapes what is sent, which the debug view names', async () => {
    const { outermost, noted } = created(
      declared({
        wrapModelCall: (
          request: { messages: unknown[] },
          handler: (request: object) => unknown
        ) =>
          handler({
            ...request,
            messages: [...request.messages, new HumanMessage('Be brief.')]
          })
      })
    );
    const { sent } = await callModel(outermost[0], {
      messages: [new HumanMessage('Go.')]
    });
    expect(sent[0].messages.map(({ text }) => text)).toEqual([
      'Go.',
      'Be brief.'
    ]);
    expect(noted.map(({ kind }) => kind)).toEqual(['middleware']);
  });

  it.each([
    'beforeAgent',
    'beforeModel',
    'afterModel',
    'afterAgent',
    'wrapToolCall'
  ])('has no %s: that could pass by the review', hook => {
    expect(() =>
      created(declared({ ...PASSES, [hook]: () => undefined }))
    ).toThrow(
      new SetupError(
        `The middleware “theirs” has ${hook}. An extension can only use wrapModelCall.`
      )
    );
  });

  it('does something', () => {
    expect(() => created(declared({}))).toThrow(
      new SetupError(
        'The middleware “theirs” has no wrapModelCall, so it does nothing.'
      )
    );
  });

  it('has a name of its own', () => {
    expect(() => created(declared(PASSES), declared(PASSES))).toThrow(
      new SetupError(
        'There are two middlewares called “theirs”. The extension that added the second has to rename it.'
      )
    );
  });

  it('is named where it cannot be created', () => {
    const create = () => {
      throw new Error('No network.');
    };
    expect(() => created(declared(PASSES, { create }))).toThrow(
      'The middleware “theirs” could not be created: No network.'
    );
  });

  it('gives back a message, and nothing that could jump elsewhere', async () => {
    const { outermost } = created(
      declared({ wrapModelCall: () => ({ goto: 'tools' }) })
    );
    await expect(callModel(outermost[0])).rejects.toEqual(
      new SetupError(
        'The middleware “theirs” returned something other than a model’s answer.'
      )
    );
    const answer = new AIMessage('Mine.');
    const own = created(declared({ wrapModelCall: () => answer }));
    expect(await callModel(own.outermost[0])).toMatchObject({
      answer,
      sent: []
    });
  });
});
