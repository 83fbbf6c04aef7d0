package examples;

/** The command part of SITE EXEC, as an FTP server takes it apart. */
public final class FtpCommand {
    private static final String BIN = "/home/ftp/bin";
    private static final int BUFFER = 32;

    private FtpCommand() { }

    /** The program to run: what follows the last slash before the first blank. */
    public static String siteExec(String command) throws Exception {
        int blank = command.indexOf(' ');
        int slash = blank == -1 ? command.lastIndexOf('/') : command.lastIndexOf('/', blank);
        String name = command.substring(slash);
        if (name.length() + BIN.length() > BUFFER)
            return null;
        String path = BIN + name;
        if (path.contains("%n"))
            throw new Exception("threat");
        return path;
    }
}
