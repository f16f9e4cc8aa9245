import {
  NEVER_ALWAYS,
  type CardBody,
  type Decision,
  type ICardServer,
  type IPolicy,
  type IReviewCard,
  type ITranslator
} from '../../contract';
import { readArguments } from '../../contract/text/read-arguments';
import { visibleName, visibleText } from '../render/visible-text';
import { changedLines } from '../text/changed-lines';
import { effectName, effectSentence } from '../text/effect-name';
import {
  choiceIn,
  compact,
  textBlock,
  textField,
  textIn,
  wordsOf,
  type Action,
  type AllowScope,
  type Block,
  type Card,
  type CardKind,
  type CodeLook,
  type Option,
  type Values
} from './card';
import { flatParts } from './flat-schema';
import { notJson } from './question-cards';

/** A call that waits, and what the person may allow besides. */
export interface CallAsked {
  card: IReviewCard;
  /** Path of the notebook that its cell marks belong to. */
  path: string;
  /** The standing rules; absent where only the call itself is decided. */
  rules?: { policy: IPolicy; turnRule: boolean };
}

/**
 * How far an approval of this card can reach: only as far as the policy would
 * honour a rule.
 */
export function allowScopes(
  card: IReviewCard,
  { interruptOn }: IPolicy
): AllowScope[] {
  const { effect, elsewhere, always, fromText } = card;
  const { allowedDecisions, server } = card;
  const own = interruptOn[card.tool];
  if (!allowedDecisions.includes('approve')) {
    return [];
  }
  if (
    elsewhere ||
    always ||
    fromText ||
    own === true ||
    typeof own === 'object'
  ) {
    return ['once'];
  }
  if (server) {
    // Rules that last longer are set by hand on the servers page.
    return ['once', 'turn', 'page'];
  }
  return NEVER_ALWAYS.has(effect)
    ? ['once', 'turn', 'notebook']
    : ['once', 'turn', 'notebook', 'always'];
}

/** A rejection, with the reason that was written for it. */
function rejection(typed: Values): Decision {
  const message = textIn(typed, 'reason').trim();
  return { type: 'reject', ...(message && { message }) };
}

/** Asks for a reason before something is rejected. */
const rejectAction = (
  label: string,
  asked: string,
  typed: Values,
  trans: ITranslator
): Action => ({
  name: 'reject',
  refuses: true,
  label,
  send: trans.__('Send rejection'),
  asks: [
    textField('reason', asked, textIn(typed, 'reason'), 4000, {
      placeholder: trans.__('Why not? (optional)')
    })
  ]
});

/** A call that runs or writes something: what it would do, and the decision. */
export const APPROVAL: CardKind<CallAsked, Decision> = {
  cardOf: ({ card, path, rules }, typed, trans) => {
    const { body, allowedDecisions: allowed, effect } = card;
    const { above, code, below } = bodyOf(body, path, trans);
    const canApprove = allowed.includes('approve');
    const text = textIn(typed, 'edit', code?.text);
    const isOpen = typed.edits === true || typeof typed.edit === 'string';
    const given = isOpen ? null : givenBlocks(card);
    const notes: (string | false | undefined)[] = [
      card.elsewhere && trans.__('Outside this notebook’s folder'),
      card.always,
      card.fromText &&
        trans.__(
          'The model wrote this call as text instead of making it. Approve it only if you want it done; the model may be repeating what it read somewhere.'
        )
    ];
    return {
      title: card.worded ? card.sentence : card.title,
      tag: effectName(effect, trans),
      blocks: compact<Block>([
        ...compact(notes).map(warning),
        card.codeQuestion &&
          textBlock(
            'hint',
            trans.__('May run commands: %1.', card.codeQuestion.because)
          ),
        card.voided && {
          kind: 'text',
          look: 'changed',
          text: card.voided,
          path
        },
        ...reasonBlocks(card.reason),
        ...(card.server ? serverBlocks(card.server, trans) : []),
        ...above,
        ...(given ?? [])
      ]),
      fields:
        code && !given
          ? [
              {
                kind: 'code',
                name: 'edit',
                label:
                  body.kind === 'arguments'
                    ? trans.__('Arguments')
                    : body.kind === 'code' || body.kind === 'command'
                      ? trans.__('Proposed code')
                      : trans.__('Proposed change'),
                ...code,
                value: text,
                isOpen
              }
            ]
          : [],
      after: compact<Block>([
        ...below,
        card.place && { kind: 'text', look: 'place', text: card.place, path }
      ]),
      ...(!canApprove && { isKeyless: true }),
      ...(mayFold(card) && {
        folded: changedLines(bodyBefore(body) ?? '', code?.text ?? '')
      }),
      actions: compact<Action>([
        canApprove && {
          name: 'approve',
          label: trans.__('Approve'),
          says: trans.__('Approve'),
          ...(rules && moreOf(card, rules, trans))
        },
        code &&
          card.editable !== undefined &&
          allowed.includes('edit') &&
          (text === code.text
            ? {
                name: 'edit',
                label: trans.__('Edit'),
                sets: { edits: true },
                isOn: isOpen
              }
            : {
                name: 'discard',
                label: trans.__('Discard edit'),
                resets: ['edit', 'edits']
              }),
        allowed.includes('reject') &&
          rejectAction(
            trans.__('Reject'),
            trans.__('Reason for the rejection'),
            typed,
            trans
          )
      ])
    };
  },
  answerOf: ({ card }, action, typed, trans) => {
    const { body, editable, tool: name } = card;
    const text = typed.edit;
    if (action === 'reject') {
      return rejection(typed);
    }
    if (
      typeof text !== 'string' ||
      text === bodyText(body) ||
      editable === undefined
    ) {
      return { type: 'approve' };
    }
    if (!text.trim() && card.effect === 'execute') {
      return trans.__('There is no code left to run.');
    }
    if (!text.trim() && body.kind === 'command') {
      return trans.__('There is no command left to run.');
    }
    const args =
      body.kind === 'arguments'
        ? readArguments(text)
        : { ...card.args, [editable]: text };
    return args
      ? { type: 'edit', editedAction: { name, args } }
      : notJson(trans);
  }
};

/** What reaches out, or needs a second look, is never folded away. */
function mayFold({ effect, elsewhere, always, ...card }: IReviewCard): boolean {
  return (
    !NEVER_ALWAYS.has(effect) &&
    !elsewhere &&
    !always &&
    !card.fromText &&
    !card.voided &&
    ['code', 'diff', 'file', 'cells'].includes(card.body.kind)
  );
}

/** What else an approval can allow. */
function moreOf(
  card: IReviewCard,
  { policy, turnRule }: NonNullable<CallAsked['rules']>,
  trans: ITranslator
): Pick<Action, 'more'> {
  const { effect, server } = card;
  const scopes = allowScopes(card, policy);
  const code = card.codeQuestion?.allow;
  const group = server
    ? trans.__('Only “%1” of “%2”', server.tool, server.server)
    : effectSentence(effect, trans);
  const words: Record<AllowScope, Omit<Action, 'name'>> = {
    once: { label: trans.__('Allow this once') },
    turn: { label: trans.__('Allow for this turn'), group },
    page: { label: trans.__('Allow until I close this page'), group },
    notebook: {
      label: trans.__('Allow for this notebook'),
      group,
      ...(NEVER_ALWAYS.has(effect) && {
        hint: trans.__('until you close this page')
      })
    },
    always: { label: trans.__('Allow always'), group }
  };
  return {
    more: {
      label: trans.__('Allow more than this step'),
      actions:
        scopes.length > 1 || code
          ? compact<Action>([
              ...scopes.map(scope => ({
                name: scope,
                allows: scope,
                ...words[scope]
              })),
              code && {
                name: 'code',
                allows: 'code',
                label:
                  code.kind === 'package'
                    ? trans.__('Allow %1 always', visibleName(code.name))
                    : trans.__('Allow %1 code always', visibleName(code.name)),
                hint: trans.__('Then this card is judged again')
              },
              !turnRule && {
                name: 'rest',
                allows: 'rest',
                label: trans.__('Approve the rest of this turn'),
                group: trans.__('Everything')
              }
            ])
          : []
    }
  };
}

/** The middle of a card: what would run, or be written. */
function bodyOf(
  body: CardBody,
  path: string,
  trans: ITranslator
): {
  above: Block[];
  code: ({ text: string; schema?: Values } & CodeLook) | null;
  below: Block[];
} {
  const text = bodyText(body);
  const nothing = { above: [], code: null, below: [] };
  const inCode = (look: CodeLook & { schema?: Values }) => ({
    ...nothing,
    code: { text, ...look }
  });
  switch (body.kind) {
    case 'question':
      return { ...nothing, above: [textBlock('question', text)] };
    case 'cells': {
      const { mimeType, cells } = body;
      return cells.length > 0
        ? { ...nothing, above: [{ kind: 'cells', path, mimeType, cells }] }
        : nothing;
    }
    case 'arguments':
      return inCode({
        mimeType: 'application/json',
        isWhole: true,
        schema: body.schema
      });
    case 'file':
      return {
        ...inCode({ mimeType: body.mimeType, before: body.before }),
        above: [
          textBlock(
            'path',
            `“${visibleText(body.path).replace(/[“”]/g, '"')}” ${
              body.before === null
                ? trans.__('new file')
                : trans.__('compared with the file as it is now')
            }`
          )
        ]
      };
    case 'command':
      return {
        ...inCode({ mimeType: 'text/plain', isWhole: true }),
        below: commandBlocks(body, trans)
      };
    default:
      return inCode({ mimeType: body.mimeType, before: bodyBefore(body) });
  }
}

/** Arguments of a tool of ours, in words; null for what has to be seen as it is. */
function givenBlocks({ body, server }: IReviewCard): Block[] | null {
  if (body.kind !== 'arguments' || server) {
    return null;
  }
  const values = readArguments(body.text) ?? {};
  const parts = flatParts(body.schema, values);
  return (
    parts &&
    parts
      .filter(({ name }) => values[name] !== undefined && values[name] !== '')
      .flatMap(({ name, label }) => [
        textBlock('name', label),
        textBlock('plain', String(values[name]))
      ])
  );
}

/** What a command reads as its input, and where it runs. */
function commandBlocks(
  { stdin, cwd, machine, environment }: CardBody & { kind: 'command' },
  trans: ITranslator
): Block[] {
  const folder =
    machine !== undefined
      ? trans.__(
          'on %1, which does not see JupyterLab’s files',
          visibleName(machine)
        )
      : cwd === ''
        ? trans.__('in the folder JupyterLab was started in')
        : trans.__('in “%1”', visibleText(cwd));
  return [
    ...(stdin === 'y\n'
      ? [textBlock('hint', trans.__('What it asks is answered with “y”.'))]
      : stdin
        ? ([
            textBlock('hint', trans.__('It reads this as its input:')),
            {
              kind: 'code',
              text: stdin,
              mimeType: 'text/plain',
              isWhole: true,
              label: trans.__('Input of the command')
            }
          ] as const)
        : []),
    textBlock(
      'asker',
      environment
        ? `${folder}, ${trans.__('in the environment of %1', visibleName(environment))}`
        : folder
    )
  ];
}

/** What a person should know about the server that a call goes to. */
function serverBlocks(
  { server, host, title, tool, first, holds, hints, says, said }: ICardServer,
  trans: ITranslator
): Block[] {
  const hintText = {
    readOnly: trans.__('it only reads'),
    destructive: trans.__('it can delete or overwrite'),
    idempotent: trans.__('calling it again changes nothing further'),
    openWorld: trans.__('it reaches systems outside the server')
  };
  const claims = hints.map(hint => hintText[hint]).join(', ');
  return compact<Block>([
    title &&
      title !== tool &&
      textBlock(
        'hint',
        trans.__('The server calls it “%1”.', visibleText(title))
      ),
    first &&
      warning(
        trans.__(
          'This is the first call to “%1” in this conversation. It goes to %2. Only what you see below is sent, and nothing else of your notebook or this conversation.',
          visibleText(server),
          visibleText(host)
        )
      ),
    holds &&
      warning(
        trans.__(
          'The arguments contain text from earlier results: %1',
          holds.map(visibleName).join('; ')
        )
      ),
    ...(said === undefined
      ? []
      : [
          warning(
            trans.__(
              'The server has changed this tool since you trusted it, so it asks again. This is what has changed:'
            )
          ),
          {
            kind: 'code',
            mimeType: 'text/plain',
            before: visibleText(said),
            text: visibleText(says),
            label: trans.__('What has changed in the tool')
          } as const
        ]),
    claims &&
      textBlock(
        'hint',
        trans.__('The server says: %1. Nobody has checked this.', claims)
      ),
    {
      kind: 'fold',
      label: trans.__('What the server says about this tool'),
      blocks: [{ kind: 'code', text: says }]
    }
  ]);
}

const warning = (text: string): Block => textBlock('address', text);

/** What was decided: the card's sentence and code, with the person's edit. */
export function decidedBlocks(
  { card, path }: CallAsked,
  decision: Decision | null,
  trans: ITranslator
): Block[] {
  const { body, editable, sentence } = card;
  const { above, code, below } = bodyOf(body, path, trans);
  const args = decision?.type === 'edit' ? decision.editedAction.args : null;
  const edited =
    args && editable !== undefined
      ? editable === ''
        ? JSON.stringify(args, null, 2)
        : args[editable]
      : undefined;
  const given = givenBlocks(
    args && body.kind === 'arguments'
      ? { ...card, body: { ...body, text: JSON.stringify(args) } }
      : card
  );
  return compact<Block>([
    { kind: 'text', text: sentence, path },
    ...reasonBlocks(card.reason),
    typeof edited === 'string' &&
      !given &&
      textBlock('name', trans.__('Your edit, compared with the proposal')),
    ...above,
    ...(given ?? []),
    code &&
      !given && {
        kind: 'code',
        label: trans.__('Decided code'),
        ...code,
        ...(typeof edited === 'string' && {
          text: edited,
          before: code.text
        })
      },
    ...below
  ]);
}

/** A question of the model. */
export const ASK_USER: CardKind<CallAsked, Decision> = {
  cardOf: ({ card: { title, body, reason } }, typed, trans) => ({
    title,
    blocks:
      body.kind === 'question'
        ? [...reasonBlocks(reason), textBlock('question', body.question)]
        : [],
    fields:
      body.kind === 'question'
        ? [
            {
              kind: 'choice',
              isNamed: true,
              name: 'answer',
              label: body.question,
              options: optionsOf(body.options),
              many: body.multiple,
              own: trans.__('Your answer'),
              value: choiceIn(typed, 'answer', optionsOf(body.options))
            }
          ]
        : [],
    actions: [
      { name: 'answer', label: trans.__('Answer') },
      { name: 'reject', label: trans.__('Skip'), refuses: true }
    ],
    typed: { as: 'answer', action: 'answer', field: 'answer' }
  }),
  answerOf: ({ card: { body } }, action, typed) => {
    const message =
      body.kind === 'question'
        ? wordsOf(choiceIn(typed, 'answer', optionsOf(body.options))).join('; ')
        : '';
    return action === 'reject'
      ? rejection(typed)
      : message && { type: 'respond', message };
  }
};

function reasonBlocks(reason = ''): Block[] {
  return reason ? [{ kind: 'reason', text: reason }] : [];
}

function optionsOf(options: readonly string[]): Option[] {
  return options.map(text => ({ value: text, label: text }));
}

/** A call of which nobody knows whether it ran: the person says what happened. */
export const UNCLEAR: CardKind<CallAsked, Decision> = {
  cardOf: ({ card: { title, body, reason } }, _, trans) => ({
    title,
    blocks:
      body.kind === 'unclear'
        ? [
            ...reasonBlocks(reason),
            textBlock('quote', body.why),
            {
              kind: 'code',
              text: body.text,
              mimeType: body.mimeType,
              label: trans.__('Code that may have run')
            }
          ]
        : [],
    fields: [],
    isKeyless: true,
    actions: [
      {
        name: 'run',
        label: trans.__('Run it'),
        hint: trans.__('It runs now, perhaps for the second time.')
      },
      {
        name: 'done',
        label: trans.__('Treat it as done'),
        hint: trans.__('Nothing runs; the agent goes on as if it had run.')
      },
      {
        name: 'skip',
        refuses: true,
        label: trans.__('Skip it'),
        hint: trans.__('Nothing runs; the agent is told that it was skipped.')
      }
    ]
  }),
  answerOf: (_, action) => ({ type: 'respond', message: action })
};

/** The cards of a step: how many wait, what follows them, one answer for all. */
export const ALL: CardKind<{ count: number }, Decision> = {
  cardOf: ({ count }, typed, trans): Card => ({
    title: trans._n('%1 decision', '%1 decisions', count),
    blocks: [],
    fields: [],
    actions: [
      rejectAction(
        trans.__('Reject all'),
        trans.__('Reason for all rejections'),
        typed,
        trans
      ),
      { name: 'approve', label: trans.__('Approve all'), allows: 'all' }
    ],
    typed: { as: 'reject', action: 'reject', field: 'reason' }
  }),
  answerOf: (_, action, typed) =>
    action === 'reject' ? rejection(typed) : { type: 'approve' }
};

/** The text in the middle of a card, which Edit changes. */
function bodyText(body: CardBody): string {
  return 'text' in body
    ? body.text
    : body.kind === 'cells'
      ? body.cells.map(({ source }) => source).join('\n')
      : body.question;
}

/** The text that a card's text is compared with; null if there is none. */
function bodyBefore(body: CardBody): string | null {
  return 'before' in body ? body.before : null;
}
