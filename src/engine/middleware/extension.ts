import * as langchain from 'langchain';
import { AIMessage, type AgentMiddleware } from 'langchain';

import type {
  IMiddlewareDeclaration,
  IMiddlewareRun,
  MiddlewarePlace
} from '../../contract';
import { withChangeNotes } from './with-change-notes';
import { SetupError } from '../errors/errors';
import type { Note } from '../run-context/run-context';

/** Hooks that are nodes, or that stand where calls are let through. */
const CLOSED = [
  'beforeAgent',
  'beforeModel',
  'afterModel',
  'afterAgent',
  'wrapToolCall',
  'tools',
  'stateSchema'
] as const;

/** Registered middleware, by place, in the order it was registered. */
export type ExtensionMiddleware = Record<MiddlewarePlace, AgentMiddleware[]>;

/** What it has to do with. */
export type IExtensionOptions = Omit<IMiddlewareRun, 'note'> & { note: Note };

/**
 * Makes the middleware that was registered. Only `wrapModelCall` is open to
 * it, and only a message comes back from there: a `Command` could jump past
 * review, a state of its own could hold decisions, and a hook around the tools
 * could run something else than the card showed.
 *
 * @throws SetupError that names the middleware and what it may not have.
 */
export function extensionMiddleware(
  declarations: readonly IMiddlewareDeclaration[],
  options: IExtensionOptions
): ExtensionMiddleware {
  const { trans } = options;
  const made: ExtensionMiddleware = { outermost: [], innermost: [] };
  const taken = new Set<string>();
  for (const declaration of declarations) {
    const { name } = declaration;
    if (taken.has(name)) {
      throw new SetupError(
        trans.__(
          'There are two middlewares called “%1”. The extension that added the second has to rename it.',
          name
        )
      );
    }
    taken.add(name);
    made[declaration.place].push(guarded(declaration, options));
  }
  return made;
}

function guarded(
  declaration: IMiddlewareDeclaration,
  options: IExtensionOptions
): AgentMiddleware {
  const { name } = declaration;
  const { settings, trans, note } = options;
  let noted = false;
  const theirs = create(declaration, options, () => {
    noted = true;
  });
  const closed = CLOSED.filter(hook => theirs?.[hook] !== undefined);
  if (closed.length > 0) {
    throw new SetupError(
      trans.__(
        'The middleware “%1” has %2. An extension can only use wrapModelCall.',
        name,
        closed.join(', ')
      )
    );
  }
  const wrap = theirs?.wrapModelCall;
  if (!wrap) {
    throw new SetupError(
      trans.__(
        'The middleware “%1” has no wrapModelCall, so it does nothing.',
        name
      )
    );
  }
  const watchedWrap = withChangeNotes(
    { isOn: () => settings().debug, trans, note },
    name,
    { wrap: wrap as never, hasNoted: () => noted }
  );
  return langchain.createMiddleware({
    // Under the name it was registered by, and apart from ours.
    name: `extension:${name}`,
    wrapModelCall: async (request, handler) => {
      noted = false;
      const answer = await watchedWrap(request as never, handler as never);
      if (!AIMessage.isInstance(answer)) {
        throw new SetupError(
          trans.__(
            'The middleware “%1” gave back something else than the answer of a model.',
            name
          )
        );
      }
      return answer;
    }
  });
}

function create(
  { name, create }: IMiddlewareDeclaration,
  options: IExtensionOptions,
  onNote: () => void
): Partial<AgentMiddleware> | undefined {
  try {
    return create(langchain, middlewareRun(options, onNote)) as
      Partial<AgentMiddleware> | undefined;
  } catch (error) {
    throw new SetupError(
      options.trans.__(
        'The middleware “%1” could not be made: %2',
        name,
        error instanceof Error ? error.message : String(error)
      ),
      { cause: error }
    );
  }
}

function middlewareRun(
  options: IExtensionOptions,
  onNote: () => void
): IMiddlewareRun {
  const { settings, trans, reviewed } = options;
  return {
    settings,
    // Asked late: a run of an earlier page finds its notebook when it needs it.
    get notebook() {
      return options.notebook;
    },
    trans,
    reviewed,
    get stalls() {
      return options.stalls;
    },
    note: (title, body) => {
      onNote();
      options.note(() => ({ kind: 'middleware', title, body: body() }));
    }
  };
}
