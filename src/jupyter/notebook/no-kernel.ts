import type { IKernelInfo } from '../../contract';

/** What a notebook without a kernel, or without a notebook, says of it. */
export const NO_KERNEL: Readonly<IKernelInfo> = {
  status: 'none',
  displayName: '',
  language: '',
  mimeType: '',
  epoch: '',
  activity: 0
};
