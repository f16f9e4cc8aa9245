import type { IModelChoice, IModelOption, ITranslator } from '../../contract';
import { abilitiesOf } from '../provider/abilities';
import { choiceOption } from '../provider/model-provider';
import { textOption } from '../provider/options';

/**
 * Models known to write calls into their text, because the server does not
 * parse them or the model lapses.
 */
const KNOWN =
  /qwen|qwq|hermes|llama-?3|mixtral|mistral-?(7b|nemo)|devstral|gemma|phi-?[34]|deepseek|granite|smollm|kimi|glm|minimax|gpt-oss/;

/** The person's setting for this, for servers that can run any model. */
export function callsInTextOption(trans: ITranslator): IModelOption {
  return choiceOption(
    NAME,
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
  const own = textOption(choice, NAME);
  return own === 'on' || own === 'off'
    ? own === 'on'
    : KNOWN.test(choice.model.toLowerCase()) || !abilitiesOf(choice).tools;
}

const NAME = 'callsInText';
