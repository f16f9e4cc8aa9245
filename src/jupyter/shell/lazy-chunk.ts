export { KernelShell } from './kernel-shell';
