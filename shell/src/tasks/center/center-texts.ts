import { addTexts } from '@sitedeck/ui/core';
import english from './i18n/en-US.json';
import chinese from './i18n/zh-CN.json';

/** Texts of the task center only; header, Home and toasts use `taskTexts`, which is in the first script. */
export const centerTexts = addTexts('shell.tasks.center', { 'zh-CN': chinese, 'en-US': english });
