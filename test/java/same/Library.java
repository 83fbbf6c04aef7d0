import java.util.*;
import java.util.function.*;
import java.util.stream.*;

/** The collections, which run from the JDK's own bytecode. */
public class Library {
  static String lists() { List<Integer> l = new ArrayList<>(); for (int i = 0; i < 20; i++) l.add(i * i % 11); l.remove(3); l.remove(Integer.valueOf(5)); l.add(2, 99); Collections.sort(l); l.removeIf(x -> x % 2 == 0); return l + " " + l.indexOf(9) + l.contains(99) + l.size() + l.subList(1, 3); }
  static int listFails() { return new ArrayList<Integer>().get(0); }
  static int modified() { List<Integer> l = new ArrayList<>(List.of(1, 2, 3)); for (Integer i : l) l.remove(i); return 0; }
  static String maps() { Map<String, Integer> m = new HashMap<>(); for (String w : "the cat the dog a cat the end".split(" ")) m.merge(w, 1, Integer::sum); String r = m.toString() + m.get("the") + m.getOrDefault("x", -1) + m.containsKey("dog") + m.size(); m.remove("the"); m.putIfAbsent("new", 5); m.computeIfAbsent("k", k -> k.length()); return r + m; }
  static String bigMap() { Map<Integer, Integer> m = new HashMap<>(); for (int i = 0; i < 500; i++) m.put(i * 37, i); int s = 0; for (Map.Entry<Integer, Integer> e : m.entrySet()) s = s * 31 + e.getKey() - e.getValue(); return s + " " + m.size() + m.get(370); }
  static String trees() { TreeMap<String, Integer> t = new TreeMap<>(Comparator.reverseOrder()); t.put("b", 1); t.put("a", 2); t.put("c", 3); return t + t.firstKey() + t.headMap("a") + new TreeSet<>(List.of(3, 1, 2)); }
  static String linked() { Map<String, Integer> m = new LinkedHashMap<>(); m.put("z", 1); m.put("a", 2); LinkedList<Integer> l = new LinkedList<>(List.of(1, 2)); l.addFirst(0); l.addLast(3); l.removeFirst(); return m + "" + l + l.peekLast(); }
  static String sets() { Set<String> s = new HashSet<>(Arrays.asList("q", "w", "e", "q")); s.retainAll(Set.of("q", "e")); return new TreeSet<>(s).toString() + s.size() + s.contains("w"); }
  static String queues() { Deque<Integer> d = new ArrayDeque<>(); d.push(1); d.addLast(2); d.offer(3); PriorityQueue<Integer> p = new PriorityQueue<>(List.of(5, 1, 4)); String r = ""; while (!p.isEmpty()) r += p.poll(); return d.toString() + d.pop() + d.pollLast() + r; }
  static String iterators() { Iterator<Integer> i = List.of(1, 2, 3).iterator(); int s = 0; while (i.hasNext()) s += i.next(); ListIterator<String> li = new ArrayList<>(List.of("a", "b")).listIterator(); li.next(); li.set("x"); return s + li.next(); }
  static Integer iteratorFails() { return new ArrayList<Integer>().iterator().next(); }
  static void immutableFails() { List.of(1).add(2); }
  static String streams() { return IntStream.rangeClosed(1, 10).filter(x -> x % 3 == 0).mapToObj(Integer::toString).collect(Collectors.joining(",")) + Stream.of("b", "a", "c").sorted().map(String::toUpperCase).collect(Collectors.toList()) + Stream.of(1, 2, 3, 4).reduce(0, Integer::sum) + Stream.iterate(1, x -> x * 2).limit(5).collect(Collectors.toList()); }
  static String grouping() { return new TreeMap<>(Stream.of("a", "bb", "cc", "d").collect(Collectors.groupingBy(String::length))).toString(); }
  static String optionals() { Optional<String> o = Optional.of("x"), e = Optional.empty(); return o.map(s -> s + "y").orElse("n") + e.isPresent() + e.orElseGet(() -> "g") + o; }
  static String optionalFails() { return Optional.<String>empty().get(); }
  static String sorts() { List<String> l = Arrays.asList("pear", "fig", "apple"); l.sort(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder())); Collections.reverse(l); Integer[] a = {3, 1, 2}; Arrays.sort(a, Collections.reverseOrder()); return l + Arrays.toString(a) + Collections.max(l); }
  static String joiner() { StringJoiner j = new StringJoiner(", ", "{", "}"); j.add("a").add("b"); return j.toString(); }
  static String bits() { BitSet b = new BitSet(); b.set(3); b.set(70); return b.toString() + b.cardinality(); }
  static int objects() { return Objects.hash(1, "a", null) + (Objects.equals(null, null) ? 1 : 0) + Objects.requireNonNullElse(null, 5); }
  static Object requireFails() { return Objects.requireNonNull(null, "needed"); }
  static long random() { Random r = new Random(42); return r.nextInt(100) * 1000L + r.nextInt(100); }
  static String atomic() { java.util.concurrent.atomic.AtomicInteger a = new java.util.concurrent.atomic.AtomicInteger(); a.incrementAndGet(); a.addAndGet(5); return a.toString() + new java.util.concurrent.ConcurrentHashMap<>(Map.of("a", 1)); }
  static String bigs() { return new java.math.BigInteger("123456789012345678901234567890").multiply(java.math.BigInteger.valueOf(987654321)).toString(); }
  static String regex() { java.util.regex.Matcher m = java.util.regex.Pattern.compile("(\\w+)@(\\w+)\\.com").matcher("mail joe@site.com now"); return m.find() + m.group(1) + m.group(2) + m.start(); }
}
