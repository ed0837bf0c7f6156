/** Loaded with the first list of addresses. */
export { default as ipaddr } from 'ipaddr.js';
