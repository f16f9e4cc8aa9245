import { DEMO_CHOICE, ENGLISH } from '../../contract';
import { abilitiesOf, provider, providers } from '..';
import { openaiChoice } from './openai-choice';

describe('the registry of models', () => {
  it('has the demo first, then OpenAI and compatible', () => {
    expect(providers.map(({ id }) => id)).toEqual(['demo', 'openai']);
    expect(
      provider('openai').label(openaiChoice({ model: 'm' }), ENGLISH)
    ).toBe('m');
  });

  it('says which providers there are when it is asked for another', () => {
    expect(() => provider('none')).toThrow('Known: demo, openai');
  });

  it('agrees with the table that is loaded without it', () => {
    for (const choice of [DEMO_CHOICE, openaiChoice({ model: 'gpt-5' })]) {
      expect(provider(choice.provider).abilities(choice)).toEqual(
        abilitiesOf(choice)
      );
    }
  });
});
