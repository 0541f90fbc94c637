import { addTexts } from '../i18n/texts';
import english from './i18n/en-US.json';
import chinese from './i18n/zh-CN.json';

export const verifyTexts = addTexts('ui.verify', { 'zh-CN': chinese, 'en-US': english });
