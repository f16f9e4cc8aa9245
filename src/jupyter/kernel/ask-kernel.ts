import { type Kernel, KernelMessage } from '@jupyterlab/services';
import { UUID } from '@lumino/coreutils';

export type ExecuteFuture = ReturnType<
  Kernel.IKernelConnection['requestExecute']
>;

/** Prefix of the ids of our questions, including those of other tabs. */
const OURS = 'cellwright-asks-';

/**
 * Runs our own fixed code, which changes nothing: it stays out of the history,
 * never asks for input, and does not abort what the person has queued behind it
 * even if it raises.
 */
export function askKernel(
  kernel: Kernel.IKernelConnection,
  content: Pick<
    KernelMessage.IExecuteRequestMsg['content'],
    'code' | 'silent' | 'user_expressions'
  >
): ExecuteFuture {
  return requestExecute(
    kernel,
    {
      ...content,
      store_history: false,
      allow_stdin: false,
      stop_on_error: false
    },
    { msgId: `${OURS}${UUID.uuid4()}` }
  );
}

/**
 * An expression that keeps our output out of the history. IPython (seen with
 * 9.18) files what code outside the history prints under the next input's
 * number, and would return it as that input's output. The next input has not
 * begun, so none of it is its own.
 */
export function leavesNothing(language: string): Record<string, string> {
  return language === 'python' ? { cellwright_leaves: FORGET } : {};
}

const FORGET =
  "(lambda s: getattr(s.history_manager, 'outputs', {}).pop(s.execution_count, None) and None)(__import__('IPython').get_ipython())";

/** Whether a message answers such a question; nothing else can cause it. */
export function isOurQuestion(message: KernelMessage.IMessage): boolean {
  const { msg_id } = message.parent_header as { msg_id?: unknown };
  return typeof msg_id === 'string' && msg_id.startsWith(OURS);
}

/** Requests that leave a kernel's variables unchanged. */
const ASKING: ReadonlySet<unknown> = new Set([
  'comm_info_request',
  'complete_request',
  'create_subshell_request',
  'delete_subshell_request',
  'history_request',
  'inspect_request',
  'is_complete_request',
  'kernel_info_request',
  'list_subshell_request'
]);

/** Whether a message answers a request that leaves variables unchanged. */
export function isQuestion(message: KernelMessage.IMessage): boolean {
  const { msg_type } = message.parent_header as { msg_type?: unknown };
  return ASKING.has(msg_type) || isOurQuestion(message);
}

/** Like the kernel's own `requestExecute`, which does not accept an id. */
export function requestExecute(
  kernel: Kernel.IKernelConnection,
  content: KernelMessage.IExecuteRequestMsg['content'],
  options: {
    msgId: string | undefined;
    disposeOnDone?: boolean;
    metadata?: Parameters<Kernel.IKernelConnection['requestExecute']>[2];
  }
): ExecuteFuture {
  const message = KernelMessage.createMessage<KernelMessage.IExecuteRequestMsg>(
    {
      msgType: 'execute_request',
      channel: 'shell',
      msgId: options.msgId,
      username: kernel.username,
      session: kernel.clientId,
      subshellId: kernel.subshellId ?? undefined,
      content: {
        silent: false,
        store_history: true,
        user_expressions: {},
        allow_stdin: true,
        ...content
      },
      metadata: options.metadata
    }
  );
  return kernel.sendShellMessage(
    message,
    true,
    options.disposeOnDone ?? true
  ) as ExecuteFuture;
}
