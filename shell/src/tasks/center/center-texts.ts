import { addTexts } from '@sitedeck/ui/core';
import english from './i18n/en-US.json';
import chinese from './i18n/zh-CN.json';

/** What only the task center says; the header, Home and the toasts are in the first script, with \`taskTexts\`. */
export const centerTexts = addTexts('shell.tasks.center', { 'zh-CN': chinese, 'en-US': english });
