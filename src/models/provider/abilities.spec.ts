import { abilitiesOf } from './abilities';
import { modelChoice } from '../stories/model-choice';

describe('abilitiesOf', () => {
  it.each<[string, number | null, boolean | null]>([
    ['gpt-5-mini', 400_000, true],
    ['gpt-4.1', 1_047_576, true],
    ['gpt-4o-mini', 128_000, true],
    ['o4-mini', 200_000, true],
    ['o3-mini', 200_000, false],
    ['openai/gpt-oss-120b', 131_072, false],
    ['anthropic/claude-sonnet-4.5', 200_000, true],
    ['google/gemini-2.5-pro', 1_048_576, true],
    ['gemma3:27b', 131_072, true],
    ['meta-llama/Llama-3.3-70B-Instruct', 131_072, false],
    ['meta-llama/Llama-3.2-11B-Vision-Instruct', 131_072, true],
    ['Qwen/Qwen2.5-VL-7B-Instruct', 32_768, true],
    ['qwen3:8b', 40_960, false],
    ['mistralai/Mistral-7B-Instruct-v0.3', 32_768, false],
    ['mistral-small3.2', 131_072, true],
    ['our-own-model', null, null],
    ['', null, null]
  ])('of %s: %s tokens, images: %s', (model, contextWindow, images) => {
    expect(abilitiesOf(modelChoice({ model }))).toMatchObject({
      contextWindow,
      images
    });
  });

  it('are what the person says, where they say something', () => {
    const choice = modelChoice({
      model: 'gpt-5-mini',
      contextWindow: 8000,
      images: false
    });
    expect(abilitiesOf(choice)).toMatchObject({
      contextWindow: 8000,
      images: false
    });
  });

  it.each<[string, boolean, boolean]>([
    ['gpt-5-mini', true, true],
    ['o3-mini', true, false],
    ['o1-mini', false, false],
    ['gemma3:27b', false, false],
    ['llava:13b', false, false],
    ['meta-llama/Llama-3.1-8B-Instruct', true, false],
    ['our-own-model', true, true]
  ])('of %s: calls tools: %s, several at once: %s', (model, tools, several) => {
    expect(abilitiesOf(modelChoice({ model }))).toMatchObject({
      tools,
      parallelCalls: several
    });
  });

  it('in Ollama end where the context does that it was given', () => {
    const ollama = modelChoice({ provider: 'ollama', model: 'llama3.3' });
    expect(abilitiesOf(ollama).contextWindow).toBe(16_384);
    expect(
      abilitiesOf({ ...ollama, options: { numCtx: 32_000 } }).contextWindow
    ).toBe(32_000);
    expect(abilitiesOf({ ...ollama, contextWindow: 4000 }).contextWindow).toBe(
      4000
    );
  });
});
