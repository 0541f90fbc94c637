import type { HostInfo, Language, Role } from '../host/host-info';

/** Which hosts and roles get a menu entry, a page or a call. An absent condition always holds. */
export interface Conditions {
  /** Roles that see it. */
  readonly roles?: readonly Role[] | undefined;
  readonly languages?: readonly Language[] | undefined;
  /** `specInfo.productType` is in the list. */
  readonly products?: readonly string[] | undefined;
  /** `instanceType` contains none of these. */
  readonly notInstances?: readonly string[] | undefined;
  /** `specInfo.plugin` equals this. */
  readonly plugin?: 0 | 1 | undefined;
  /** Programs of the host run in cages. */
  readonly caged?: true | undefined;
}

/** The facts that conditions test. */
export interface HostTraits {
  readonly role: Role;
  readonly language: Language;
  readonly productType: string;
  readonly instanceType: string;
  readonly plugin: 0 | 1;
  readonly caged: boolean;
}

export const traitsOf = ({ specInfo, instanceType, operatorType, caged }: HostInfo): HostTraits => ({
  role: operatorType,
  language: specInfo.language,
  productType: specInfo.productType,
  instanceType,
  plugin: specInfo.plugin,
  caged,
});

type Rule = (traits: HostTraits, conditions: Conditions) => boolean;

const RULES: readonly Rule[] = [
  ({ role }, { roles }) => roles?.includes(role) ?? true,
  ({ language }, { languages }) => languages?.includes(language) ?? true,
  ({ productType }, { products }) => products?.includes(productType) ?? true,
  ({ instanceType }, { notInstances = [] }) => !notInstances.some((mark) => instanceType.includes(mark)),
  (traits, { plugin }) => plugin === undefined || plugin === traits.plugin,
  (traits, { caged }) => caged === undefined || traits.caged,
];

/**
 * Whether a host and the signed-in role meet all conditions. Menu, pages and the server's gate share this function.
 */
export const meets = (traits: HostTraits, conditions: Conditions): boolean =>
  RULES.every((holds) => holds(traits, conditions));
