import type { IModelChoice } from '../../contract';
import { hostOf } from '../provider/resolve-base-url';

/**
 * Models that reject a temperature, or whose makers warn against 0 because they
 * then think in circles.
 */
const TAKES_NONE = [
  // OpenAI's thinking models, and whatever comes after them.
  /(^|\/)(o\d|codex|gpt-([5-9]|\d\d)(?!.*chat)|gpt-oss)/,
  /gemini-([3-9]|\d\d)/,
  // Claude models up to 4.6 accept one.
  /claude-(?!3|(opus|sonnet|haiku)-4(?!-[789]))/,
  /qwen-?3(?!.*(instruct|coder))/,
  /qwq|(^|[-/:])r1|reason|think|magistral|glm|minimax|nemotron|phi-?4-/
];

/**
 * Hosts on which the person chooses the model's name, so that it does not tell
 * which model it is.
 */
const OWN_NAMES = /\.azure\.(com|us|cn)$/;

/**
 * The temperature for requests: the person's setting, else what the request
 * asks for, else 0, so that the same question gets the same answer; null if the
 * model accepts none.
 */
export function temperatureOf(choice: IModelChoice): number | null {
  if (choice.temperature !== null) {
    return choice.temperature;
  }
  const name = choice.model.trim().toLowerCase();
  const thinks =
    choice.options.thinking === true || choice.options.think === 'on';
  const isUnknown = OWN_NAMES.test(hostOf(choice.baseUrl).replace(/:\d+$/, ''));
  return thinks || isUnknown || TAKES_NONE.some(each => each.test(name))
    ? null
    : (choice.usualTemperature ?? 0);
}
