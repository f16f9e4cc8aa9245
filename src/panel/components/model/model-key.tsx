import type { RefObject } from 'react';

import type {
  IModelProviderInfo,
  IModelService,
  ITranslator
} from '../../../contract';
import { plainAddress } from '../../state/model-form';
import { TextField } from '../common/field';
import { usePanel, usePanelState } from '../common/panel-context';
import { RememberKey } from './remember-key';
import { Button } from '../common/button';
import type { ModelSetup } from './use-model-form';

/**
 * The key, and whether it is stored on this device. The key is never in any
 * state.
 */
export function ModelKey({
  setup,
  provider,
  field
}: {
  setup: ModelSetup;
  provider: IModelProviderInfo;
  field: RefObject<HTMLInputElement>;
}) {
  const { trans, models } = usePanel().services;
  const { form } = setup;
  usePanelState(state => state.modelRevision);
  const choice = {
    ...form.choice,
    baseUrl: plainAddress(form.choice.baseUrl)
  };
  const remembered = models.remembers(choice);
  return (
    <>
      <TextField
        label={trans.__('API key')}
        hint={
          <>
            {keyHint(models, remembered, provider, trans)}{' '}
            {models.hasKey || remembered ? (
              <Button look="link" onClick={() => setup.forgetKey()}>
                {trans.__('Forget the key')}
              </Button>
            ) : null}
          </>
        }
        field={field}
        onChange={() => setup.change({})}
        type="password"
        autoComplete="off"
        placeholder={
          remembered ? trans.__('Remembered on this device') : undefined
        }
      />
      <RememberKey
        on={form.remember}
        remembering={models.remembering}
        where={trans.__(
          'Encrypted, for this server and user. Other code in this page could still use it.'
        )}
        onChange={remember => setup.change({ remember })}
      />
    </>
  );
}

function keyHint(
  { hasKey }: IModelService,
  remembered: boolean,
  { key }: IModelProviderInfo,
  trans: ITranslator
): string {
  if (remembered) {
    return trans.__('Leave this empty to keep using the remembered key.');
  }
  if (hasKey) {
    return trans.__(
      'A key is kept in memory until this page is closed. Leave this empty to keep using it.'
    );
  }
  return key === 'required'
    ? trans.__('Kept in memory until this page is closed.')
    : trans.__(
        'Kept in memory until this page is closed. A local server may need none.'
      );
}
