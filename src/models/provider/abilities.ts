import type { IModelAbilities, IModelChoice } from '../../contract';

/**
 * What a model's name tells: tokens, whether it accepts images, and what it
 * cannot do.
 */
type Known = [
  pattern: RegExp,
  contextWindow: number,
  images: boolean,
  cannot?: 'call-tools' | 'call-in-parallel'
];

/**
 * Models by name; the first matching pattern decides. A local server may run a
 * model with smaller limits, so the person's own settings always take
 * precedence. Models that are not listed are assumed to call tools, as most new
 * ones do.
 */
const KNOWN: Known[] = [
  [/embed|whisper|tts|transcribe|moderation/, 8_192, false, 'call-tools'],
  [/gpt-5\.3-codex-spark/, 128_000, true],
  [/gpt-5\.[45]/, 1_050_000, true],
  [/gpt-5.*chat/, 128_000, true],
  [/gpt-5/, 400_000, true],
  [/gpt-4\.1/, 1_047_576, true],
  [/gpt-4o-audio|gpt-4o.*search/, 128_000, false, 'call-tools'],
  [/gpt-4o|chatgpt-4o/, 128_000, true],
  [/gpt-4-turbo/, 128_000, true],
  [/gpt-4-32k/, 32_768, false],
  [/gpt-4/, 8_192, false],
  [/gpt-3\.5/, 16_385, false],
  [/gpt-oss/, 131_072, false],
  [/(^|\/)o1-(mini|preview)/, 128_000, false, 'call-tools'],
  [/(^|\/)o3-mini/, 200_000, false, 'call-in-parallel'],
  [/(^|\/)(o1|o3|o4)(-|$)/, 200_000, true, 'call-in-parallel'],
  [/claude.*(opus-4-[678]|sonnet-4-6)/, 1_000_000, true],
  [/claude-(opus|sonnet|fable|mythos)-5/, 1_000_000, true],
  [/claude/, 200_000, true],
  [/gemini.*image/, 32_768, true, 'call-tools'],
  [/gemini-live/, 128_000, true],
  [/gemini/, 1_048_576, true],
  [/gemma-?3n/, 32_768, true, 'call-tools'],
  [/gemma-?3.*(270m|[^\d]1b)/, 32_768, false, 'call-tools'],
  [/gemma-?3/, 131_072, true, 'call-tools'],
  [/gemma/, 8_192, false, 'call-tools'],
  [/llama-?4-?scout/, 10_000_000, true],
  [/llama-?4/, 1_048_576, true],
  [/llama-?3\.2.*vision/, 131_072, true, 'call-tools'],
  [/llama-?3\.[123]/, 131_072, false, 'call-in-parallel'],
  [/code-?llama/, 16_384, false, 'call-tools'],
  [/llama-?3/, 8_192, false, 'call-tools'],
  [/qwen-?3.*vl/, 262_144, true],
  [/qwen-?(2\.5|2).*vl/, 32_768, true],
  [/qwen-?3-?coder|qwen-?3.*-2507|qwen-?3-?next/, 262_144, false],
  [/qwen-?3/, 40_960, false],
  [/qwen-?2\.5/, 32_768, false],
  [/qwq/, 131_072, false],
  [/pixtral/, 131_072, true],
  [/mistral-(medium|small-?3|small-2[5-9])/, 131_072, true],
  [/(dev|code|mini|magi)stral|mistral-(large|nemo)/, 131_072, false],
  [/mixtral|mistral/, 32_768, false],
  [/deepseek/, 131_072, false],
  [/grok-4/, 256_000, true],
  [/grok/, 131_072, false],
  [/glm-?4\.\dv/, 65_536, true],
  [/glm-?4\.[5-9]|glm-?5/, 131_072, false],
  [/kimi-?k2/, 262_144, false],
  [/phi-?4-multimodal/, 131_072, true],
  [/phi-?4-mini/, 131_072, false],
  [/phi-?4/, 16_384, false, 'call-tools'],
  [/phi-?3/, 131_072, false, 'call-tools'],
  [/command-(r|a)/, 128_000, false],
  [/llava|moondream|minicpm-v|internvl/, 32_768, true, 'call-tools']
];

/** Reads text only, and calls tools. */
const PLAIN = { images: false, tools: true };

/** The context window we ask Ollama for by default, in tokens. */
export const OLLAMA_WINDOW = 16_384;

/**
 * A model's abilities: the person's settings, else what its name tells. A model
 * that isn't in the table, such as a deployment with a name of its own, has no
 * known window, and is sent images until it refuses one.
 */
export function abilitiesOf(choice: IModelChoice): IModelAbilities {
  if (choice.provider === 'demo') {
    // A window of a typical size.
    return { ...PLAIN, contextWindow: 128_000, parallelCalls: true };
  }
  if (choice.provider === 'chrome') {
    // The smallest window it was ever seen to have. Calls are described in the
    // prompt and written as JSON, so only one at a time.
    const own = { ...PLAIN, contextWindow: 6_144, parallelCalls: false };
    return { ...own, ...set(choice) };
  }
  const name = choice.model.toLowerCase();
  const [, window = null, images = null, cannot] =
    KNOWN.find(([pattern]) => pattern.test(name)) ?? [];
  return {
    images,
    contextWindow:
      choice.provider === 'ollama'
        ? // It silently drops text beyond the window it was told to use.
          Math.min(ollamaWindow(choice), window ?? Infinity)
        : window,
    tools: cannot !== 'call-tools',
    parallelCalls: cannot === undefined,
    ...set(choice)
  };
}

/** What the person set for their model. */
function set({
  images,
  contextWindow
}: IModelChoice): Partial<IModelAbilities> {
  return {
    ...(images !== null && { images }),
    ...(contextWindow !== null && { contextWindow })
  };
}

/** The context window that Ollama is told to use. */
export function ollamaWindow({ options }: IModelChoice): number {
  return Number(options.numCtx) || OLLAMA_WINDOW;
}
