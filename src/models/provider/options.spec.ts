import { ENGLISH } from '../../contract';
import { providers } from '../providers';
import { modelChoice } from '../stories/model-choice';
import { shortChoice } from './options';

const choice = modelChoice({
  provider: 'openai',
  model: 'gpt-5.5',
  contextWindow: 9_000,
  options: { shortModel: ' gpt-5-mini ' }
});

describe('the model for short requests', () => {
  it('is another one of the same server', () => {
    expect(shortChoice(choice)).toEqual({
      ...choice,
      model: 'gpt-5-mini',
      contextWindow: null
    });
  });

  it.each(['', '  ', 'gpt-5.5', 7])('is none for %j', shortModel => {
    expect(shortChoice({ ...choice, options: { shortModel } })).toBeNull();
  });

  it('can be chosen in the form of each provider that has more than one', () => {
    const without = providers
      .filter(each =>
        each.info(ENGLISH).options.every(({ name }) => name !== 'shortModel')
      )
      .map(({ id }) => id);
    expect(without).toEqual(['chrome']);
  });
});
