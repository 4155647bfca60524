import { storageKeys } from '../src/platform/storage-keys.ts'

const { token, user, appUser, language, textSize } = storageKeys.local

/**
 * Runs before the page is painted: sets the text size, and decides whether this visitor sees the guest's home that the server drew, the
 * borrower's place-holders (a login is stored, or a native app may bring one), or nothing until the page has drawn itself, because
 * the server assumed another language or brand. Keeps the last tap, which the page obeys once it can. Written for the oldest browsers; storage may be forbidden.
 */
export const earlyScript = [
  'try{(function(h,l,s,q){',
  'var d=h.dataset,p=s.productType||"fyh";',
  `if(l.${textSize}=="large")d.text="large";`,
  'if(!d.drawn)return;',
  `if(!/[?&]lang=/.test(q)&&(l.${language}||"zh-cn")!=h.lang.toLowerCase()||`,
  '!/[?&]productType=/.test(q)&&(/^f(yh|bd)$/.test(p)?p:"neutral")!=d.brand)d.drawn="nothing";',
  `else if(l.${token}||/"token":"[^"]/.test(l["${appUser}"]+l.${user})||/(^|; ?)${token}=[^;]/.test(document.cookie)`,
  '||window.fyhAndroid||/FyhApp/.test(navigator.userAgent)||window.webkit&&webkit.messageHandlers&&webkit.messageHandlers.fyh)d.drawn="waiting";',
  'addEventListener("click",function t(e){d.drawn?window.tapped=e.target:removeEventListener("click",t,true)},true)',
  '})(document.documentElement,localStorage,sessionStorage,location.search)}catch(e){}',
].join('')
