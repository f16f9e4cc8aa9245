import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ISettingRegistry } from '@jupyterlab/settingregistry';
import { Signal } from '@lumino/signaling';

import type { IModelChoice } from '../../contract';
import { DEMO_CHOICE, ENGLISH } from '../../contract';
import { Keyring } from '../keyring';
import { ModelService } from '../model-service';
import { choiceFromSettings, settingsFromChoice } from '../model-settings';

const CHOICE: IModelChoice = {
  provider: 'openai',
  model: 'gpt-5-mini',
  baseUrl: 'https://api.openai.com/v1',
  temperature: 0.2,
  contextWindow: null,
  images: true
};

class FakeSettings {
  composite: Record<string, unknown> = {};
  readonly changed = new Signal<this, void>(this);
  async set(key: string, value: unknown): Promise<void> {
    this.composite[key] = value;
    this.changed.emit();
  }
}

describe('ModelService', () => {
  let settings: FakeSettings;
  let keyring: Keyring;
  let loadModels: jest.Mock;
  let service: ModelService;

  beforeEach(async () => {
    settings = new FakeSettings();
    keyring = new Keyring();
    loadModels = jest.fn(async () => ({
      provider: () => ({
        list: async (_: IModelChoice, key?: string) => [`with ${key}`]
      }),
      explainFault: () => ({ code: 'wrong-key' })
    }));
    service = new ModelService({
      keyring,
      trans: ENGLISH,
      settings: Promise.resolve(
        settings as unknown as ISettingRegistry.ISettings
      ),
      loadModels,
      loadTable: async () => ({
        abilitiesOf: () => ({ images: true, contextWindow: 400_000 })
      })
    });
    await service.ready;
  });

  it('is the demo until a model is chosen, and says so', () => {
    expect(service.isDemo).toBe(true);
    expect(service.choice).toEqual(DEMO_CHOICE);
    expect(service.label).toBe('Demo (scripted)');
  });

  it('keeps the choice in the settings, and never a key', async () => {
    service.setKey(CHOICE, 'sk-secret');
    await service.choose(CHOICE);
    expect(service.choice).toEqual(CHOICE);
    expect(service.label).toBe('gpt-5-mini');
    expect(service.hasKey).toBe(true);
    expect(JSON.stringify(settings.composite)).not.toContain('sk-secret');
    expect(JSON.stringify(service)).not.toContain('sk-secret');
  });

  it('follows the settings when they are edited', async () => {
    const changed = jest.fn();
    service.onChange(changed);
    await settings.set('model', { provider: 'openai', model: 'other' });
    expect(service.label).toBe('other');
    expect(changed).toHaveBeenCalled();
  });

  it('knows abilities once somebody listens, without loading models', async () => {
    expect(service.abilities.contextWindow).toBeNull();
    await new Promise<void>(resolve => service.onChange(resolve));
    expect(service.abilities).toEqual({ images: true, contextWindow: 400_000 });
    expect(loadModels).not.toHaveBeenCalled();
  });

  it('asks the endpoint with the key that was given for it', async () => {
    service.setKey(CHOICE, 'sk-secret');
    expect(await service.list(CHOICE)).toEqual(['with sk-secret']);
    expect(service.explain(new Error())).toEqual({ code: 'wrong-key' });
  });

  it('has a sentence when the models did not load', () => {
    expect(service.explain(new Error('network'))).toMatchObject({
      code: 'not-loaded',
      retryable: true
    });
  });
});

describe('Keyring', () => {
  it('gives a key to the address it was given for, and to no other', () => {
    const keyring = new Keyring();
    keyring.set(CHOICE, ' sk-1 ');
    expect(keyring.get({ ...CHOICE, baseUrl: `${CHOICE.baseUrl}/` })).toBe(
      'sk-1'
    );
    expect(
      keyring.get({ ...CHOICE, baseUrl: 'https://evil.example' })
    ).toBeUndefined();
    keyring.set(CHOICE, '');
    expect(keyring.get(CHOICE)).toBeUndefined();
  });
});

describe('the settings of the model', () => {
  it.each([
    CHOICE,
    DEMO_CHOICE,
    { ...CHOICE, temperature: 0, contextWindow: 8_000, images: false }
  ])('come back as they were kept', choice => {
    expect(choiceFromSettings(settingsFromChoice(choice))).toEqual(choice);
  });

  it('have no place for a key', () => {
    const schema = JSON.parse(
      readFileSync(join(__dirname, '../../../schema/plugin.json'), 'utf8')
    );
    const { model } = schema.properties;
    expect(model.additionalProperties).toBe(false);
    expect(schema.additionalProperties).toBe(false);
    expect(Object.keys(model.properties).sort()).toEqual(
      Object.keys(
        settingsFromChoice({ ...CHOICE, contextWindow: 1_000 })
      ).sort()
    );
  });
});
