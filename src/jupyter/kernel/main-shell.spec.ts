import type { KernelMessage } from '@jupyterlab/services';

import { KERNEL_ECHOES } from '../stories/kernel-echoes';
import { MainShell, isFromSubshell } from './main-shell';

/** The parents of a status message, as kernels send them. */
const status = (
  parent_header: object,
  execution_state: string
): KernelMessage.IIOPubMessage =>
  ({
    header: { msg_type: 'status' },
    parent_header: {
      msg_id: '1',
      msg_type: 'execute_request',
      ...parent_header
    },
    content: { execution_state }
  }) as unknown as KernelMessage.IIOPubMessage;

describe('the shell that runs cells', () => {
  it.each(KERNEL_ECHOES)(
    'is busy with a request of %s until it is idle',
    (_, parent) => {
      const shell = new MainShell();
      expect(shell.note(status(parent, 'busy'))).toBe(true);
      expect(shell.isBusy).toBe(true);
      expect(shell.note(status(parent, 'idle'))).toBe(true);
      expect(shell.isBusy).toBe(false);
    }
  );

  it('does not count a request of a subshell', () => {
    const message = status({ subshell_id: 'a' }, 'busy');
    expect(isFromSubshell(message)).toBe(true);
    expect(new MainShell().note(message)).toBe(false);
  });
});
