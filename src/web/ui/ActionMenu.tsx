import type { MenuProps } from '@mantine/core';
import { createContext, lazy, Suspense, use, useState, cloneElement } from 'react';
import type { ComponentType, ReactElement, ReactNode, Ref } from 'react';

type ItemProps = {
  children: ReactNode;
  leftSection?: ReactNode;
  rightSection?: ReactNode;
  /** `bad` for what cannot be taken back. */
  color?: string;
  disabled?: boolean;
  closeMenuOnClick?: boolean;
  /** The language of the item's words, where it is not the page's. */
  lang?: string;
  onClick?: () => void;
};

/** The parts of the menu, given by the menu once it is loaded. */
export type MenuParts = {
  Item: ComponentType<ItemProps>;
  Label: ComponentType<{ children: ReactNode }>;
  Divider: ComponentType;
  /** Gives the focus back to the button, so that what a line opens gives it back there too. */
  leave: () => void;
};

export const MenuPartsContext = createContext<MenuParts | null>(null);

type Props = {
  /** The button that opens it. */
  target: ReactElement<{ onClick?: () => void; onPointerEnter?: () => void; ref?: Ref<HTMLButtonElement> }>;
  /** `MenuItem`, `MenuLabel`, `MenuDivider`. */
  children: ReactNode;
  position?: MenuProps['position'];
  width?: number;
};

const loadMenu = () => import('./OpenedMenu.tsx');
const OpenedMenu = lazy(async () => ({ default: (await loadMenu()).OpenedMenu }));

/** A menu behind a button. Only the button is in the page; the rest is loaded when a person reaches for it. */
export function ActionMenu({ target, children, position = 'bottom-end', width }: Props) {
  const [isWanted, setWanted] = useState(false);
  const button = cloneElement(target, { 'aria-haspopup': 'menu' } as object); // NOTE: any element takes ARIA attributes
  if (!isWanted) {
    return cloneElement(button, { onClick: () => setWanted(true), onPointerEnter: () => void loadMenu() });
  }
  return (
    <Suspense fallback={button}>
      <OpenedMenu target={button} position={position} width={width}>
        {children}
      </OpenedMenu>
    </Suspense>
  );
}

export function MenuItem(props: ItemProps) {
  const parts = use(MenuPartsContext);
  if (!parts) return null;
  const choose = () => {
    if (props.closeMenuOnClick !== false) parts.leave();
    props.onClick?.();
  };
  return <parts.Item {...props} onClick={choose} />;
}

export function MenuLabel({ children }: { children: ReactNode }) {
  const parts = use(MenuPartsContext);
  return parts && <parts.Label>{children}</parts.Label>;
}

export function MenuDivider() {
  const parts = use(MenuPartsContext);
  return parts && <parts.Divider />;
}
