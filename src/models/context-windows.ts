import type { IModelAbilities, IModelChoice } from '../contract';

/**
 * Context window in tokens and whether a model takes images, by name. The
 * first pattern that matches decides. A local server may run a model with less
 * than this: the person's own setting always wins.
 */
const KNOWN: [pattern: RegExp, contextWindow: number, images: boolean][] = [
  [/gpt-5.*chat/, 128_000, true],
  [/gpt-5/, 400_000, true],
  [/gpt-4\.1/, 1_047_576, true],
  [/gpt-4o-audio|gpt-4o.*(search|transcribe)/, 128_000, false],
  [/gpt-4o|chatgpt-4o/, 128_000, true],
  [/gpt-4-turbo/, 128_000, true],
  [/gpt-4-32k/, 32_768, false],
  [/gpt-4/, 8_192, false],
  [/gpt-3\.5/, 16_385, false],
  [/gpt-oss/, 131_072, false],
  [/(^|\/)o3-mini/, 200_000, false],
  [/(^|\/)(o1|o3|o4)(-|$)/, 200_000, true],
  [/claude/, 200_000, true],
  [/gemini/, 1_048_576, true],
  [/gemma-?3n/, 32_768, true],
  [/gemma-?3.*(270m|[^\d]1b)/, 32_768, false],
  [/gemma-?3/, 131_072, true],
  [/gemma/, 8_192, false],
  [/llama-?4-?scout/, 10_000_000, true],
  [/llama-?4/, 1_048_576, true],
  [/llama-?3\.2.*vision/, 131_072, true],
  [/llama-?3\.[123]/, 131_072, false],
  [/llama-?3/, 8_192, false],
  [/qwen-?3.*vl/, 262_144, true],
  [/qwen-?(2\.5|2).*vl/, 32_768, true],
  [/qwen-?3-?coder|qwen-?3.*-2507|qwen-?3-?next/, 262_144, false],
  [/qwen-?3/, 40_960, false],
  [/qwen-?2\.5/, 32_768, false],
  [/qwq/, 131_072, false],
  [/pixtral/, 131_072, true],
  [
    /mistral-(medium|small)-?3|mistral-small-2[5-9]|mistral-medium/,
    131_072,
    true
  ],
  [
    /devstral|codestral|ministral|magistral|mistral-(large|nemo)/,
    131_072,
    false
  ],
  [/mixtral|mistral/, 32_768, false],
  [/deepseek/, 131_072, false],
  [/grok-4/, 256_000, true],
  [/grok/, 131_072, false],
  [/glm-?4\.\dv/, 65_536, true],
  [/glm-?4\.[5-9]|glm-?5/, 131_072, false],
  [/kimi-?k2/, 262_144, false],
  [/phi-?4-multimodal/, 131_072, true],
  [/phi-?4/, 16_384, false],
  [/phi-?3/, 131_072, false],
  [/command-(r|a)/, 128_000, false],
  [/llava|moondream|minicpm-v|internvl/, 32_768, true]
];

/** The scripted model reads text only; its window is as large as a usual one. */
const DEMO: IModelAbilities = { images: false, contextWindow: 128_000 };

/**
 * What a model can do: what the person set, else what its name says. A model
 * that isn't in the table has no known window and is sent no images.
 */
export function abilitiesOf(choice: IModelChoice): IModelAbilities {
  if (choice.provider === 'demo') {
    return DEMO;
  }
  const name = choice.model.toLowerCase();
  const known = KNOWN.find(([pattern]) => pattern.test(name));
  return {
    images: choice.images ?? known?.[2] ?? false,
    contextWindow: choice.contextWindow ?? known?.[1] ?? null
  };
}
