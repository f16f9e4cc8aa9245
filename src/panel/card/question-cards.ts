import type {
  ICardBlock,
  InterruptAnswer,
  ITranslator,
  OpenQuestion
} from '../../contract';
import {
  choiceIn,
  compact,
  type Action,
  type Block,
  type Card,
  type CardKind,
  type Field,
  type Values,
  textBlock
} from './card';
import { withDefaults, readValues } from './flat-schema';

type Of<K extends OpenQuestion['kind']> = OpenQuestion & { kind: K };

const CANCELLED: InterruptAnswer = { cancelled: true };

/** What each question of the graph has. */
export function baseOf(
  { title, text }: Pick<OpenQuestion, 'title' | 'text'>,
  rest: Omit<Card, 'title'>
): Card {
  return {
    title,
    ...rest,
    blocks: compact<Block>([
      text && textBlock('question', text),
      ...rest.blocks
    ])
  };
}

/** Which server gets the answer, and which page it wants opened. */
function askerBlocks(
  asker: Of<'confirm'>['asker'],
  trans: ITranslator
): Block[] {
  if (!asker) {
    return [];
  }
  const { server, host, url } = asker;
  return url === undefined
    ? [
        textBlock(
          'asker',
          trans.__(
            'Your answer goes to the server “%1” (%2). Do not enter passwords.',
            server,
            host
          )
        )
      ]
    : [
        { kind: 'code', text: url },
        textBlock(
          'asker',
          trans.__(
            'The server “%1” (%2) wants you to open this page. It opens in a new tab.',
            server,
            host
          )
        )
      ];
}

const skip = (trans: ITranslator): Action => ({
  name: 'skip',
  refuses: true,
  label: trans.__('Skip')
});

export const CONFIRM: CardKind<Of<'confirm'>, InterruptAnswer> = {
  cardOf: (asked, _, trans) =>
    baseOf(asked, {
      blocks: askerBlocks(asked.asker, trans),
      fields: [],
      actions: compact<Action>([
        {
          name: 'yes',
          label: asked.yes ?? trans.__('Yes'),
          ...(asked.asker?.url === undefined ? {} : { opens: asked.asker.url })
        },
        { name: 'no', label: asked.no ?? trans.__('No') },
        asked.asker && skip(trans)
      ])
    }),
  answerOf: (_, action) =>
    action === 'skip' ? CANCELLED : { confirmed: action === 'yes' }
};

export const OPTION: CardKind<Of<'option'>, InterruptAnswer> = {
  cardOf: (asked, typed, trans) =>
    baseOf(asked, {
      blocks: [],
      fields: [
        {
          kind: 'choice',
          isNamed: true,
          name: 'answer',
          label: asked.title,
          options: asked.options.map(({ value, label, detail }) => ({
            value,
            label,
            hint: detail
          })),
          many: asked.multiple,
          ...(asked.other && { own: trans.__('Your answer') }),
          value: choiceIn(typed, 'answer', asked.options as never)
        }
      ],
      // In a closed choice every way on is an option.
      actions: compact<Action>([
        { name: 'answer', label: trans.__('Answer') },
        asked.other && skip(trans)
      ]),
      ...(asked.other && {
        typed: { as: 'answer', action: 'answer', field: 'answer' }
      })
    }),
  answerOf: (asked, action, typed) => {
    const { chosen, other } = choiceIn(typed, 'answer', asked.options as never);
    const words = other?.trim() ?? '';
    return action === 'skip'
      ? CANCELLED
      : chosen.length === 0 && !words
        ? ''
        : { chosen: [...chosen], ...(words ? { other: words } : {}) };
  }
};

function formField(
  schema: Values,
  values: Values,
  typed: Values,
  trans: ITranslator
): Field {
  return {
    kind: 'json',
    isNamed: true,
    name: 'form',
    label: trans.__('Your answer'),
    schema,
    value: typed.form ?? withDefaults(schema, values)
  };
}

export const FORM: CardKind<Of<'form'>, InterruptAnswer> = {
  cardOf: (asked, typed, trans) =>
    baseOf(asked, {
      blocks: askerBlocks(asked.asker, trans),
      fields: [formField(asked.schema, asked.values, typed, trans)],
      actions: compact<Action>([
        { name: 'answer', label: trans.__('Answer') },
        asked.asker && { name: 'decline', label: trans.__('Decline') },
        skip(trans)
      ])
    }),
  answerOf: ({ schema, values }, action, typed, trans) => {
    if (action !== 'answer') {
      return action === 'decline'
        ? { cancelled: true, why: 'declined' }
        : CANCELLED;
    }
    const given = readValues(typed.form ?? withDefaults(schema, values));
    return given ? { values: given } : notJson(trans);
  }
};

export function notJson(trans: ITranslator): string {
  return trans.__(
    'This is not valid JSON. Look for a missing comma or quotation mark.'
  );
}

/** A card of another extension: none of what it shows runs. */
export const CUSTOM: CardKind<Of<'custom'>, InterruptAnswer> = {
  cardOf: (asked, typed, trans) =>
    baseOf(asked, {
      blocks: asked.blocks.map(customBlock),
      fields: asked.schema
        ? [formField(asked.schema, asked.values, typed, trans)]
        : [],
      actions: [
        // A name of theirs may be one of ours.
        ...asked.buttons.map(({ name, label }) => ({
          name: `:${name}`,
          label
        })),
        skip(trans)
      ]
    }),
  answerOf: (asked, action, typed, trans) => {
    const button = asked.buttons.find(({ name }) => action === `:${name}`);
    if (!button) {
      return CANCELLED;
    }
    const values: Values | null = button.fills
      ? readValues(typed.form ?? withDefaults(asked.schema ?? {}, asked.values))
      : {};
    return values ? { button: button.name, values } : notJson(trans);
  }
};

function customBlock(block: ICardBlock): Block {
  return block.kind === 'table' ? { ...block, head: [block.head] } : block;
}
