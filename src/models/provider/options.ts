import type { IModelChoice, IModelOption, ITranslator } from '../../contract';
import { abilitiesOf } from './abilities';

/**
 * The person's value for one of a provider's own options, as text; else the
 * default.
 */
export function textOption(
  choice: IModelChoice,
  name: string,
  otherwise = ''
): string {
  const value = choice.options[name];
  return typeof value === 'string' ? value.trim() : otherwise;
}

/** A setting with a few values, of which the first is the default. */
export function choiceOption(
  name: string,
  title: string,
  values: Record<string, string>,
  description?: string
): IModelOption {
  const all = Object.entries(values).map(([value, title]) => ({
    value,
    title
  }));
  return {
    name,
    title,
    description,
    kind: 'choice',
    values: all,
    default: all[0].value
  };
}

const SHORT_MODEL = 'shortModel';

/** A cheaper model on the same server, for requests with short answers. */
export function shortModelOption(trans: ITranslator): IModelOption {
  return {
    name: SHORT_MODEL,
    title: trans.__('Model for short requests'),
    description: trans.__(
      'A cheaper model of the same server. Plan mode asks it how clear a task is, for arguments, and whether a step worked. Leave this empty to use one model for everything.'
    ),
    kind: 'text',
    default: ''
  };
}

/** The choice for short requests; null if the chosen model answers them. */
export function shortChoice(choice: IModelChoice): IModelChoice | null {
  const model = textOption(choice, SHORT_MODEL);
  return model === '' || model === choice.model.trim()
    ? null
    : // The person's settings for one model do not apply to the other. Its price is
      // unknown; using the first model's price overestimates it at most.
      { ...choice, model, contextWindow: null, images: null };
}

/**
 * Models known to write calls into their text, because the server does not
 * parse them or the model lapses.
 */
const WRITE_CALLS =
  /qwen|qwq|hermes|llama-?3|mixtral|mistral-?(7b|nemo)|devstral|gemma|phi-?[34]|deepseek|granite|smollm|kimi|glm|minimax|gpt-oss/;

/** The person's setting for this, for servers that can run any model. */
export function callsInTextOption(trans: ITranslator): IModelOption {
  return choiceOption(
    'callsInText',
    trans.__('Calls written as text'),
    {
      '': trans.__('Read as calls, for models known to do this'),
      on: trans.__('Always read as calls'),
      off: trans.__('Leave as text')
    },
    trans.__(
      'Some models write a tool call into their answer as text instead of making it. If that text is read as a call, you are asked each time.'
    )
  );
}

/**
 * Whether a model writes calls into its text: the person's setting, or else
 * judged by its name.
 */
export function callsInText(choice: IModelChoice): boolean {
  const own = textOption(choice, 'callsInText');
  return own === 'on' || own === 'off'
    ? own === 'on'
    : WRITE_CALLS.test(choice.model.toLowerCase()) ||
        !abilitiesOf(choice).tools;
}
